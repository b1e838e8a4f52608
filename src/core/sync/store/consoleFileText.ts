import path from 'node:path';
import { consoleFileName, MAX_CONSOLE_FILE_BYTES } from '../../consoleFile/consoleFile.ts';
import { readUtf8IfThere } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';

/**
 * Returns the text of a folder's `ordinance.yaml`, also in an untrusted workspace. Therefore it follows no
 * link out of the folder and reads no more than the limit. Undefined without a file. Throws ExpectedError
 * `outside-workspace`, `not-a-file`, `too-large`, and `not-utf-8`.
 */
export async function consoleFileText(root: string): Promise<string | undefined> {
  const file = await insideWorkspace(root, path.join(root, consoleFileName));
  return readUtf8IfThere(file, MAX_CONSOLE_FILE_BYTES);
}
