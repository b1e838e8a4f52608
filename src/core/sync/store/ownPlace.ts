import path from 'node:path';
import { ExpectedError } from '../../util/errors.ts';
import { diskFailure } from '../../util/diskFailure.ts';
import { isBelow } from '../../util/isBelow.ts';
import { insideWorkspace, linkOnWay } from './insideWorkspace.ts';

/**
 * Returns a place in the `.ordinance` folder. No link is followed, not even for the folder itself: a
 * repository could redirect reading, writing and removing. Throws ExpectedError `outside-workspace` or
 * `symbolic-link`.
 */
export async function ownPlace(store: string, ...way: readonly string[]): Promise<string> {
  const file = path.join(store, ...way);
  const root = path.dirname(store);
  try {
    // A path without links is its own real place.
    if (!isBelow(root, file)) {
      await insideWorkspace(root, file);
    }
    const link = linkOnWay(root, file);
    if (link !== undefined) {
      await insideWorkspace(root, file);
      throw new ExpectedError('symbolic-link', `${link} is a symbolic link, which is not followed.`, {
        advice: 'Replace the link by its target, or remove it.',
      });
    }
    return file;
  } catch (error) {
    throw diskFailure(error, file);
  }
}
