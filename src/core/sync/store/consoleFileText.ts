import path from 'node:path';
import { consoleFileName, mostConsoleFileBytes } from '../../consoles/consoleFile.ts';
import { readIfThere } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';

/**
 * The text of a folder's `ordinance.yaml`, which is read in a workspace nobody trusts too: through no link that leads out
 * of it, and no further than its limit. Undefined when there is none. Throws ExpectedError `outside-workspace`,
 * `not-a-file` and `too-large`.
 */
export async function consoleFileText(root: string): Promise<string | undefined> {
  const file = await insideWorkspace(root, path.join(root, consoleFileName));
  return readIfThere(file, mostConsoleFileBytes);
}
