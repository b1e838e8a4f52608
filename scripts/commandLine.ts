import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { programOf } from '../src/cli/program.ts';
import { commandLinePage } from './lib/commandLinePage.ts';
import { runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';

const path = join(projectRoot, 'docs/command-line.md');

/** Returns the current text of `docs/command-line.md`. */
export async function commandLineDocs(): Promise<string> {
  const options = await resolveConfig(path);
  return format(
    commandLinePage(
      programOf(
        [],
        '',
        () => undefined,
        () => Promise.resolve(),
      ),
    ),
    { ...options, parser: 'markdown' },
  );
}

if (import.meta.main) {
  await runScript(async () => writeFile(path, await commandLineDocs()));
}
