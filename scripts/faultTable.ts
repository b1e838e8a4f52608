import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { faultCases } from '../test/http/invariants/faultCases.ts';
import { faultRow, runFault } from '../test/http/invariants/runFault.ts';
import { stories } from '../test/http/invariants/stories/stories.ts';
import { projectRoot } from './lib/paths.ts';

/** `node scripts/faultTable.ts`: runs every fault and writes what came of it into `docs/internals/reliability.md`. */
const file = join(projectRoot, 'docs/internals/reliability.md');
const rows: string[] = [];
const plays = [
  ...faultCases.map((one) => ({ ...one, play: (t: Parameters<typeof runFault>[0]) => runFault(t, one) })),
  ...stories,
];
for (const one of plays) {
  const closing: (() => unknown)[] = [];
  try {
    const end = await one.play({ after: (work: unknown) => void closing.unshift(work as () => unknown) });
    if (!isDeepStrictEqual(end.ends, one.ends)) {
      throw new Error(`${one.group}: ${one.what}: ${JSON.stringify(end.ends)}, ${end.sees}`);
    }
    rows.push(faultRow(one, end));
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
