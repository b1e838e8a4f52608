import path from 'node:path';
import { consoleFileName, MAX_CONSOLE_FILE_BYTES } from '../../consoleFile/consoleFile.ts';
import { bytesIfThere, notUtf8 } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';

/**
 * Returns the text of a folder's `ordinance.yaml`, also in an untrusted workspace. Therefore it follows no
 * link out of the folder and reads no more than the limit. Undefined without a file. Throws ExpectedError
 * `outside-workspace`, `not-a-file`, `too-large`, and `not-utf-8` for UTF-16, as some shells write it.
 */
export async function consoleFileText(root: string): Promise<string | undefined> {
  const file = await insideWorkspace(root, path.join(root, consoleFileName));
  const bytes = await bytesIfThere(file, MAX_CONSOLE_FILE_BYTES);
  const [first = 0, second = 0] = bytes ?? [];
  if (first + second === 0xff + 0xfe && Math.max(first, second) === 0xff) {
    throw notUtf8(file);
  }
  return bytes?.toString();
}
