import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { runScript } from './lib/failure.ts';
import { operationPage, operationUses, sspmUses } from './lib/operationTable.ts';
import { projectRoot } from './lib/paths.ts';

const path = join(projectRoot, 'docs/internals/operations.md');

/** Returns the current text of `docs/internals/operations.md`. */
export async function operationsPage(): Promise<string> {
  const strings = JSON.parse(await readFile(join(projectRoot, 'package.nls.json'), 'utf8')) as Record<
    string,
    string
  >;
  const titles = new Map(
    Object.entries(strings).map(([key, title]) => [key.replace(/^command\./, 'ordinance.'), title]),
  );
  const options = await resolveConfig(path);
  return format(operationPage(operationUses(), sspmUses(), titles), { ...options, parser: 'markdown' });
}

if (import.meta.main) {
  await runScript(async () => writeFile(path, await operationsPage()));
}
