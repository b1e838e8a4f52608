import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { insideWorkspace, linkOnWay } from '../core/sync/store/insideWorkspace.ts';
import { isBelow } from '../core/util/isBelow.ts';

/**
 * Returns the path at which to read a file. A path within the repository `top` must not lead out of it by a
 * link: links come with the repository, and the output quotes the file. A path outside of the repository
 * stays unchanged. Throws ExpectedError `outside-workspace`.
 */
export async function namedPlace(top: string, file: string): Promise<string> {
  const isPlain = isBelow(top, file) && linkOnWay(top, file) === undefined;
  return !isPlain && (await leadsThrough(top, file)) ? insideWorkspace(top, file) : file;
}

/** The repository around a folder, else the folder itself. Links are followed. */
export async function repositoryAround(named: string): Promise<string> {
  const folder = await realpath(named);
  for (let at = folder; path.dirname(at) !== at; at = path.dirname(at)) {
    if (await exists(path.join(at, '.git'))) {
      return at;
    }
  }
  return folder;
}

function exists(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  );
}

/**
 * True when the path of a file leads through `top`. Compares real paths, because several paths can lead to
 * one folder.
 */
export async function leadsThrough(top: string, file: string): Promise<boolean> {
  for (let at = path.dirname(file); ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined && isBelow(top, real)) {
      return true;
    }
    if (path.dirname(at) === at) {
      return false;
    }
  }
}
