import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultCases } from '../test/http/invariants/faultCases.ts';
import { faultRow, runFault } from '../test/http/invariants/runFault.ts';
import { projectRoot } from './lib/paths.ts';

/** `node scripts/faultTable.ts`: runs every fault and writes what came of it into `docs/reliability.md`. */
const file = join(projectRoot, 'docs/reliability.md');
const rows: string[] = [];
for (const one of faultCases) {
  const closing: (() => unknown)[] = [];
  try {
    const end = await runFault(
      { after: (work: unknown) => void closing.unshift(work as () => unknown) },
      one,
    );
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
