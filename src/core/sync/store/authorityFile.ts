import path from 'node:path';
import { ExpectedError } from '../../util/errors.ts';
import { insideWorkspace } from './insideWorkspace.ts';
import { readRegularFile } from './regularFile.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * Returns the text of a console's `caFile`. The file controls the recipient of a key, so it must lie in the
 * workspace, links included. Throws ExpectedError `no-authority-file`, `outside-workspace`, `not-a-file` and
 * `too-large`.
 */
export async function readAuthorityFile(root: string, caFile: string): Promise<string> {
  const file = await insideWorkspace(root, path.join(root, ...caFile.split('/')));
  const bytes = await readRegularFile(file, MAX_BYTES);
  if (!bytes) {
    throw new ExpectedError('no-authority-file', `There is no file ${caFile} with certificate authorities.`, {
      advice: 'Correct "caFile" in ordinance.yaml.',
    });
  }
  return bytes.toString();
}
