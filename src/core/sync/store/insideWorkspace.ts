import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ExpectedError } from '../../util/errors.ts';
import { errorCode } from '../../util/diskFailure.ts';
import { isBelow } from '../../util/isBelow.ts';

/**
 * The place where `file` really lies, symbolic links followed; the file itself and its last folders need not exist.
 * Throws ExpectedError `outside-workspace` when that is not below `root`.
 */
export async function insideWorkspace(root: string, file: string): Promise<string> {
  const [realRoot, real] = await Promise.all([realPlace(path.resolve(root)), realPlace(path.resolve(file))]);
  if (!isBelow(realRoot, real)) {
    throw new ExpectedError('outside-workspace', `${file} lies outside the workspace: it leads to ${real}.`, {
      advice: 'Replace the symbolic link by a folder.',
    });
  }
  return real;
}

/**
 * Whether a place is a link, which may lead anywhere; any other one is where its folder is. Undefined where there is nothing; what
 * cannot be looked at is left to who reads it.
 */
export async function isLink(place: string): Promise<boolean | undefined> {
  try {
    return (await lstat(place)).isSymbolicLink();
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : false;
  }
}

async function realPlace(place: string): Promise<string> {
  try {
    return await realpath(place);
  } catch (error) {
    const parent = path.dirname(place);
    if (errorCode(error) !== 'ENOENT' || parent === place) {
      throw error;
    }
    return path.join(await realPlace(parent), path.basename(place));
  }
}
