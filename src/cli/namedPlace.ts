import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { insideWorkspace, linkOnWay } from '../core/sync/store/insideWorkspace.ts';
import { isBelow } from '../core/util/isBelow.ts';

/**
 * Where a file to read really lies. One named outside of the repository is where it says; the way to one within it leads by no link out
 * of it, as links come with a repository, and what is found in a file is printed. `top` is that repository. Throws ExpectedError
 * `outside-workspace`.
 */
export async function namedPlace(top: string, file: string): Promise<string> {
  const isPlain = isBelow(top, file) && linkOnWay(top, file) === undefined;
  return !isPlain && (await leadsThrough(top, file)) ? insideWorkspace(top, file) : file;
}

/** The folder itself where no repository is around it. Links are followed. */
export async function repositoryAround(named: string): Promise<string> {
  const folder = await realpath(named);
  for (let at = folder; path.dirname(at) !== at; at = path.dirname(at)) {
    if (await isThere(path.join(at, '.git'))) {
      return at;
    }
  }
  return folder;
}

function isThere(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  );
}

/** Compares real paths, because several paths can lead to one folder. */
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
