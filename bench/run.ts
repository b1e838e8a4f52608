/**
 * `npm run bench [-- P1 P4-json …]`: every engine of every case in a process of its own, side by side in one run, one
 * warm-up and seven counted runs each; prints a table. `bench/README.md` has what came out.
 * `npm run bench -- workbench` measures typing in a real editor instead: see `workbench/run.ts`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './case.ts';

if (process.argv[2] === 'workbench') {
  const done = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('./workbench/run.ts', import.meta.url)), ...process.argv.slice(3)],
    { stdio: 'inherit' },
  );
  process.exit(done.status ?? 1);
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
/** A cell that takes longer is given up. */
const patienceSeconds = 360;

const wanted = process.argv.slice(2);
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
      timeout: patienceSeconds * 1000,
      killSignal: 'SIGKILL',
      maxBuffer: 64_000_000,
    },
  );
  if (done.error && 'code' in done.error && done.error.code === 'ETIMEDOUT') {
    return { samples: [], peakMb: 0, failed: `gave up after ${patienceSeconds} s` };
  }
  const last = done.stdout.trim().split('\n').at(-1) ?? '';
  if (done.status !== 0 || !last.startsWith('{')) {
    const why = done.stderr.split('\n').find((line) => /error/i.test(line)) ?? 'did not finish';
    return { samples: [], peakMb: 0, failed: `FAILED: ${why.trim().slice(0, 120)}` };
  }
  return JSON.parse(last) as Row;
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
const show = (ms: number): string => (ms < 1 ? ms.toFixed(3) : ms < 100 ? ms.toFixed(1) : ms.toFixed(0));
const times = (ratio: number): string =>
  `${ratio < 100 ? ratio.toPrecision(3) : Math.round(ratio).toLocaleString('en').replaceAll(',', ' ')}×`;

const chosen = cases.filter(
  (one) => wanted.length === 0 || wanted.some((name) => one.id === name || one.id.startsWith(`${name}-`)),
);
const began = new Date();
const load = os.loadavg()[0]?.toFixed(1);
const lines = [
  '| id | engine | median ms | p95 ms | max ms | runs | peak MB | ratio | note |',
  '|---|---|---|---|---|---|---|---|---|',
];
for (const one of chosen) {
  lines.push(`| ${one.id} | _${one.title}_ | | | | | | | |`);
  let own: number | undefined;
  for (const engine of Object.keys(one.engines)) {
    const row = runCell(one.id, engine);
    const sorted = row.samples.toSorted((a, b) => a - b);
    const figure = row.memoryMb ?? quantile(sorted, 0.5);
    own ??= figure;
    const figures = sorted.length > 0 ? [0.5, 0.95, 1].map((q) => show(quantile(sorted, q))) : ['', '', ''];
    const note =
      row.failed ??
      (row.wrong === undefined ? undefined : `WRONG: ${row.wrong}`) ??
      (row.memoryMb === undefined ? row.note : `${row.memoryMb} MB held`) ??
      '';
    const ratio = own > 0 && figure > 0 && row.wrong === undefined ? times(figure / own) : '';
    const cells = [...figures, sorted.length || '', row.peakMb || '', ratio, note];
    lines.push(`| ${one.id} | ${engine} | ${cells.join(' | ')} |`);
    console.log(lines.at(-1));
  }
}
const facts = [
  began.toISOString().slice(0, 10),
  `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'processor'}`,
  `Node ${process.versions.node}`,
  `load average at the start ${load}`,
  `${Math.round((Date.now() - began.getTime()) / 60_000)} minutes`,
];
console.log(`\n${facts.join(', ')}.\n\n${lines.join('\n')}`);
