import path from 'node:path';
import { ExpectedError } from '../../util/errors.ts';
import { insideWorkspace } from './insideWorkspace.ts';
import { readRegularFile } from './regularFile.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * The text of a console's `caFile`. It says whom a key is given to, so it is part of the workspace, and not what a link in
 * a repository points at. Throws ExpectedError `no-authority-file`, `outside-workspace`, `not-a-file` and `too-large`.
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
