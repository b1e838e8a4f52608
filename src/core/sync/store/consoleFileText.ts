import path from 'node:path';
import { consoleFileName, MAX_CONSOLE_FILE_BYTES } from '../../consoleFile/consoleFile.ts';
import { ExpectedError } from '../../util/errors.ts';
import { readUtf8IfThere } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';
import { readRegularFile } from './regularFile.ts';

const MAX_AUTHORITY_BYTES = 1024 * 1024;

/**
 * Returns the text of a folder's `ordinance.yaml`, also in an untrusted workspace. Therefore it follows no
 * link out of the folder and reads no more than the limit. Undefined without a file. Throws ExpectedError
 * `outside-workspace`, `not-a-file`, `too-large`, and `not-utf-8`.
 */
export async function consoleFileText(root: string): Promise<string | undefined> {
  const file = await insideWorkspace(root, path.join(root, consoleFileName));
  return readUtf8IfThere(file, MAX_CONSOLE_FILE_BYTES);
}

/**
 * Returns the text of a console's `caFile`. The file controls the recipient of a key, so it must lie in the
 * workspace, links included. Throws ExpectedError `no-authority-file`, `outside-workspace`, `not-a-file` and
 * `too-large`.
 */
export async function readAuthorityFile(root: string, caFile: string): Promise<string> {
  const file = await insideWorkspace(root, path.join(root, ...caFile.split('/')));
  const bytes = await readRegularFile(file, MAX_AUTHORITY_BYTES);
  if (!bytes) {
    throw new ExpectedError('no-authority-file', `There is no file ${caFile} with certificate authorities.`, {
      advice: 'Correct "caFile" in ordinance.yaml.',
    });
  }
  return bytes.toString();
}
