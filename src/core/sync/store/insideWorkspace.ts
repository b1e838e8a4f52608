import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from '../../util/errors.ts';
import { errorCode } from '../../util/diskFailure.ts';
import { isBelow } from '../../util/isBelow.ts';

/**
 * Returns the real place of `file` after all symbolic links; the file and its last folders may be missing.
 * Throws ExpectedError `outside-workspace` for a place outside `root`.
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

/** Checks the place of `file` without returning it. Throws the errors of `insideWorkspace`. */
export async function checkInside(root: string, file: string): Promise<void> {
  const [top, place] = [path.resolve(root), path.resolve(file)];
  // A path without links is its own real place.
  if (!isBelow(top, place) || linkOnWay(top, place) !== undefined) {
    await insideWorkspace(top, place);
  }
}

/**
 * Returns the first link between a folder and a place below it, the place included. Undefined without a link,
 * as far as the path exists. The synchronous call takes microseconds; the thread pool would take ten times as
 * long.
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
 * Returns true for a link, which may lead anywhere, and undefined for a missing place. A place that cannot be
 * checked counts as no link, so its reader reports the error.
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
  // The place is often missing, and resolving a missing place costs an exception.
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
  // A link to a missing target still directs a new file to this target.
  return isLink(real) === true ? realPlace(path.resolve(path.dirname(real), readlinkSync(real))) : real;
}
