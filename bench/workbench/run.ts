/**
 * `npm run bench -- workbench [json|yaml …] [--keys N] [--profile FOLDER]`: types in a policy of 5 MB in a real VS Code, and prints a
 * table.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.ts';
import { temporaryFolder } from '../../scripts/lib/cleanup.ts';
import { runScript } from '../../scripts/lib/failure.ts';
import type { Spelling } from '../../src/core/policy/policyFile.ts';
import { bundleForHost } from './bundleForHost.ts';
import { measureTyping, type Typing } from './typing.ts';

const bytes = 5_000_000;

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { profile: { type: 'string' }, keys: { type: 'string', default: '40' } },
    allowPositionals: true,
  });
  const spellings = (['json', 'yaml'] as const).filter(
    (spelling) => positionals.length === 0 || positionals.includes(spelling),
  );
  await build({ development: values.profile !== undefined });
  const folder = await temporaryFolder('bench');
  try {
    const probe = join(folder.path, 'probe.cjs');
    await bundleForHost('hostProbe.ts', probe);
    const rows: string[] = [];
    for (const spelling of spellings) {
      const profile = values.profile && join(values.profile, `typing-${spelling}.cpuprofile`);
      if (values.profile) {
        await mkdir(values.profile, { recursive: true });
      }
      const typing = await measureTyping({
        spelling,
        bytes,
        keys: Number(values.keys),
        probe,
        ...(profile ? { profile } : {}),
        say: (line) => console.log(`  ${line}`),
      });
      rows.push(row(spelling, typing));
    }
    const table = [
      '| policy | key → findings shown: median, p95, max ms | key → drawn: median, max ms | longest block of the host, of the window in ms | host CPU per key |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n');
    console.log(`\n${table}`);
  } finally {
    await folder.dispose();
  }
});

function row(spelling: Spelling, typing: Typing): string {
  const { shown, drawn, host, hostMeanwhile, windowBlockMs } = typing;
  const size = `${(typing.bytes / 1e6).toFixed(1)} MB of ${spelling.toUpperCase()}, ${typing.rules} rules`;
  const block = Math.max(host.longestBlockMs, hostMeanwhile.longestBlockMs);
  return `| ${[
    size,
    [0.5, 0.95, 1].map((part) => Math.round(quantile(shown, part))).join(', '),
    [0.5, 1].map((part) => Math.round(quantile(drawn, part))).join(', '),
    `${block.toFixed(0)}, ${windowBlockMs.toFixed(0)}`,
    `${((host.cpuSeconds / shown.length) * 1000).toFixed(0)} ms, ${((hostMeanwhile.cpuSeconds / drawn.length) * 1000).toFixed(0)} ms without rests`,
  ].join(' | ')} |`;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? 0;
}
