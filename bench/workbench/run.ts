/**
 * `npm run bench -- workbench [moves] [json|yaml …] [--keys N] [--profile FOLDER]`: types in a policy of 5 MB in a real VS Code, or moves
 * rules and plans, and prints a table.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.ts';
import { temporaryFolder } from '../../scripts/lib/cleanup.ts';
import { runScript } from '../../scripts/lib/failure.ts';
import type { Spelling } from '../../src/core/policy/policyFile.ts';
import { bundleForHost } from './bundleForHost.ts';
import { measureMoves, type Moves } from './moves.ts';
import { measureTyping, type Typing } from './typing.ts';

const bytes = 5_000_000;

const headOfMoves = [
  '| policy | move in the tree: median, min, max ms | in the editor | undo of six | plan of 2 400 added rules: first, again | host CPU per move in the tree |',
  '| --- | --- | --- | --- | --- | --- |',
];

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { profile: { type: 'string' }, keys: { type: 'string', default: '40' } },
    allowPositionals: true,
  });
  const spellings = (['json', 'yaml'] as const).filter(
    (spelling) =>
      !positionals.some((each) => each === 'json' || each === 'yaml') || positionals.includes(spelling),
  );
  await build({ development: values.profile !== undefined });
  const folder = await temporaryFolder('bench');
  try {
    const probe = join(folder.path, 'probe.cjs');
    await bundleForHost('hostProbe.ts', probe);
    const rows: string[] = [];
    if (values.profile) {
      await mkdir(values.profile, { recursive: true });
    }
    if (positionals.includes('moves')) {
      for (const spelling of spellings) {
        const moves = await measureMoves({
          spelling,
          moves: Number(values.keys),
          probe,
          ...(values.profile ? { profiles: values.profile } : {}),
          say: (line) => console.log(`  ${line}`),
        });
        rows.push(rowOfMoves(spelling, moves));
      }
      console.log(`\n${[...headOfMoves, ...rows].join('\n')}`);
      return;
    }
    for (const spelling of spellings) {
      const profile = values.profile && join(values.profile, `typing-${spelling}.cpuprofile`);
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

function rowOfMoves(spelling: Spelling, { tree, editor, undo, plans, host }: Moves): string {
  const times = (values: readonly number[]): string =>
    [quantile(values, 0.5), Math.min(...values), Math.max(...values)].map((ms) => Math.round(ms)).join(', ');
  return `| ${[
    spelling.toUpperCase(),
    times(tree),
    times(editor),
    times(undo),
    plans.map((ms) => Math.round(ms)).join(', '),
    `${((host.cpuSeconds / tree.length) * 1000).toFixed(0)} ms`,
  ].join(' | ')} |`;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? 0;
}
