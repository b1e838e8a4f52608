import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from '../../util/errors.ts';
import { errorCode } from '../../util/diskFailure.ts';
import { isBelow } from '../../util/isBelow.ts';

/**
 * The place where `file` really lies, symbolic links followed; the file itself and its last folders need not exist.
 * Throws ExpectedError `outside-workspace` when that is not below `root`.
 */
export async function insideWorkspace(root: string, file: string): Promise<string> {
  const real = realPlace(path.resolve(file));
  if (!isBelow(realPlace(path.resolve(root)), real)) {
    throw new ExpectedError('outside-workspace', `${file} is outside the workspace: it links to ${real}.`, {
      advice: 'Replace the symbolic link by a folder.',
    });
  }
  return real;
}

/** Throws as `insideWorkspace`, where nobody asks for the place. */
export async function checkInside(root: string, file: string): Promise<void> {
  const [top, place] = [path.resolve(root), path.resolve(file)];
  // Where nothing is a link, a place is where its name says.
  if (!isBelow(top, place) || linkOnWay(top, place) !== undefined) {
    await insideWorkspace(top, place);
  }
}

/**
 * The first link on the way from a folder down to a place below it, that included; undefined where there is none, as far as the way is
 * there. Asked at once: the system has the answer in some microseconds, and its threads would take ten times as long to bring it.
 */
export function linkOnWay(folder: string, place: string): string | undefined {
  let at = folder;
  for (const name of path.relative(folder, place).split(path.sep)) {
    at = path.join(at, name);
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (!found || found.isSymbolicLink()) {
      return found && at;
    }
  }
  return undefined;
}

/**
 * Whether a place is a link, which may lead anywhere; any other one is where its folder is. Undefined where there is nothing; what
 * cannot be looked at is left to who reads it.
 */
export function isLink(place: string): boolean | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink();
  } catch {
    return false;
  }
}

function realPlace(place: string): string {
  const parent = path.dirname(place);
  // Mostly it is to be made, and what is asked for where nothing is costs a failure.
  if (parent === place || lstatSync(place, { throwIfNoEntry: false })) {
    try {
      return realpathSync.native(place);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || parent === place) {
        throw error;
      }
    }
  }
  const real = path.join(realPlace(parent), path.basename(place));
  // A link to what is not there yet is followed by who makes a file of its name.
  return isLink(real) === true ? realPlace(path.resolve(path.dirname(real), readlinkSync(real))) : real;
}
