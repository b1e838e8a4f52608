import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError, diskFailure, errorCode } from '../../util/errors.ts';

/**
 * Returns the place of `file` after all symbolic links below `root`; the file and its last folders may be
 * missing. Throws ExpectedError `outside-workspace` for a place outside `root`.
 */
export function insideWorkspace(root: string, file: string): string {
  const [top, place] = [path.resolve(root), path.resolve(file)];
  try {
    if (isBelow(top, place) && linkOnWay(top, place) === undefined) {
      return place;
    }
    const real = realPlace(place);
    if (isBelow(realPlace(top), real)) {
      return real;
    }
    throw new ExpectedError('outside-workspace', `${file} is outside the workspace: it links to ${real}.`, {
      advice: 'Replace the symbolic link by a folder.',
    });
  } catch (error) {
    throw diskFailure(error, file, 'read');
  }
}

/**
 * Returns a place in the `.ordinance` folder. No link is followed, not even for the folder itself: a
 * repository could redirect reading, writing and removing. Throws ExpectedError `outside-workspace` or
 * `symbolic-link`.
 */
export function ownPlace(store: string, ...way: readonly string[]): string {
  const file = path.join(store, ...way);
  const root = path.dirname(store);
  insideWorkspace(root, file);
  const link = linkOnWay(root, file);
  if (link !== undefined) {
    throw new ExpectedError('symbolic-link', `${link} is a symbolic link, which is not followed.`, {
      advice: 'Replace the link by its target, or remove it.',
    });
  }
  return file;
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
    const entry = lstatSync(at, { throwIfNoEntry: false });
    if (!entry || entry.isSymbolicLink()) {
      return entry && at;
    }
  }
  return undefined;
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
  return lstatSync(real, { throwIfNoEntry: false })?.isSymbolicLink()
    ? realPlace(path.resolve(path.dirname(real), readlinkSync(real)))
    : real;
}

/**
 * True when `place` is `folder` or a path below it, by name alone. On Windows, case and the kind of slash do
 * not count. `rules` are the path rules of this computer.
 */
export function isBelow(folder: string, place: string, rules: typeof path = path): boolean {
  const relative = rules.relative(folder, place);
  return relative !== '..' && !relative.startsWith(`..${rules.sep}`) && !rules.isAbsolute(relative);
}
