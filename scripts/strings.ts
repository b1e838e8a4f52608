import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeStrings } from './lib/codeStrings.ts';
import { runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';

/** `npm run strings` writes the translated strings of the code to `l10n/bundle.l10n.json`, sorted. */
async function writeStrings(): Promise<void> {
  const files = globSync('src/**/*.ts', { cwd: projectRoot }).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(projectRoot, file), 'utf8')));
  const strings = Object.entries(await codeStrings(texts)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const bundle = JSON.stringify(Object.fromEntries(strings), undefined, 2);
  await writeFile(join(projectRoot, 'l10n/bundle.l10n.json'), `${bundle}\n`);
}

await runScript(writeStrings);
