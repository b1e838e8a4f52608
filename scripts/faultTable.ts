import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { faultCases } from '../test/http/invariants/faultCases.ts';
import { faultRow, runFault } from '../test/http/invariants/runFault.ts';
import { stories } from '../test/http/invariants/stories/stories.ts';
import { projectRoot } from './lib/paths.ts';

/**
 * `node scripts/faultTable.ts` runs every fault, and writes the results into `docs/internals/reliability.md`.
 */
const file = join(projectRoot, 'docs/internals/reliability.md');
const rows: string[] = [];
const plays = [
  ...faultCases.map((fault) => ({
    ...fault,
    play: (t: Parameters<typeof runFault>[0]) => runFault(t, fault),
  })),
  ...stories,
];
for (const fault of plays) {
  const closing: (() => unknown)[] = [];
  try {
    const end = await fault.play({ after: (work: unknown) => void closing.unshift(work as () => unknown) });
    if (!isDeepStrictEqual(end.ends, fault.ends)) {
      throw new Error(`${fault.group}: ${fault.what}: ${JSON.stringify(end.ends)}, ${end.sees}`);
    }
    rows.push(faultRow(fault, end));
    console.log(rows.at(-1));
  } finally {
    for (const close of closing) {
      await close();
    }
  }
}
const table = ['| fault | verdict | what the user sees |', '| --- | --- | --- |', ...rows].join('\n');
const text = await readFile(file, 'utf8');
const marks = /(<!-- faults: begin -->\n\n?)[^]*?(\n\n?<!-- faults: end -->)/;
if (!marks.test(text)) {
  throw new Error(`${file} has no place for the table`);
}
await writeFile(
  file,
  text.replace(marks, (_, begin: string, end: string) => `${begin}${table}${end}`),
);
