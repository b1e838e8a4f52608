/**
 * `npm run bench [-- P1 P4-json …]`: every engine of every case in a process of its own, side by side in one run, one
 * warm-up and seven counted runs each; prints a table and, for a full run, renews the one in `bench/README.md`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './case.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

if (!existsSync(here('./node_modules'))) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here('.'), stdio: 'inherit' });
}
const { cases } = await import('./cases.ts');

type Row = Measurement & { peakMb: number; failed?: string };

function runCell(caseId: string, engine: string): Row {
  const done = spawnSync(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=8192', here('./cell.ts'), caseId, engine],
    {
      encoding: 'utf8',
      timeout: 600_000,
      maxBuffer: 64_000_000,
    },
  );
  const last = done.stdout.trim().split('\n').at(-1) ?? '';
  if (done.status !== 0 || !last.startsWith('{')) {
    return {
      samples: [],
      peakMb: 0,
      failed: (done.stderr.trim().split('\n').at(-1) ?? '').slice(0, 120) || 'did not finish',
    };
  }
  return JSON.parse(last) as Row;
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
const show = (ms: number): string => (ms < 1 ? ms.toFixed(3) : ms < 100 ? ms.toFixed(1) : ms.toFixed(0));

const wanted = process.argv.slice(2);
const chosen = cases.filter(
  (one) => wanted.length === 0 || wanted.some((name) => one.id === name || one.id.startsWith(`${name}-`)),
);
const lines = [
  '| id | engine | median ms | p95 ms | max ms | peak MB | ratio | note |',
  '|---|---|---|---|---|---|---|---|',
];
for (const one of chosen) {
  lines.push(`| ${one.id} | _${one.title}_ | | | | | | |`);
  let own: number | undefined;
  for (const engine of Object.keys(one.engines)) {
    const row = runCell(one.id, engine);
    const sorted = row.samples.toSorted((a, b) => a - b);
    const figure = row.memoryMb ?? quantile(sorted, 0.5);
    own ??= figure;
    const times = sorted.length > 0 ? [0.5, 0.95, 1].map((q) => show(quantile(sorted, q))) : ['', '', ''];
    const note =
      row.failed ?? row.wrong ?? (row.memoryMb === undefined ? row.note : `${row.memoryMb} MB held`) ?? '';
    const state = row.failed ? 'FAILED: ' : row.wrong ? 'WRONG: ' : '';
    const ratio = own > 0 && figure > 0 ? `${(figure / own).toPrecision(3)}×` : '';
    lines.push(
      `| ${one.id} | ${engine} | ${times.join(' | ')} | ${row.peakMb} | ${ratio} | ${state}${note} |`,
    );
    console.log(lines.at(-1));
  }
}
console.log(`\n${lines.join('\n')}`);

if (wanted.length === 0) {
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'processor'}, Node ${process.versions.node}`;
  const readme = await readFile(here('./README.md'), 'utf8');
  const table = `<!-- results -->\n\nMachine: ${machine}.\n\n${lines.join('\n')}\n\n<!-- /results -->`;
  await writeFile(
    here('./README.md'),
    readme.replace(/<!-- results -->[^]*<!-- \/results -->/, () => table),
  );
}
