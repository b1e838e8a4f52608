import { lstat, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { consoleFileName } from '../core/consoleFile/consoleFile.ts';
import { spellingOf, testSpellingOf } from '../core/policy/policyFile.ts';
import { insideWorkspace, linkOnWay, isBelow } from '../core/sync/store/insideWorkspace.ts';
import { lockName } from '../core/sync/store/lockFile.ts';
import { diskFailure, errorCode, ExpectedError } from '../core/util/errors.ts';

/**
 * Writes a file that the command line names. Within the repository, no link may lead out of it, because links
 * come with the repository. Policy files, tests, `ordinance.yaml` and lock files are never overwritten.
 * `root` is the folder of `ordinance.yaml`. Throws ExpectedError.
 */
export async function writeNamedFile(root: string, file: string, text: string): Promise<void> {
  try {
    const top = await repositoryAround(root);
    const place = (await leadsThrough(top, file)) ? placeWithin(top, file) : file;
    if (isReserved(await realpath(place).catch(() => place))) {
      throw new ExpectedError(
        'not-written-over',
        `Could not write ${file} because its name is reserved for policies and their files.`,
        { advice: 'Name another file.' },
      );
    }
    await writeFile(place, text);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw new ExpectedError(
        'no-folder',
        `${file} cannot be written: there is no folder ${path.dirname(file)}.`,
        { advice: 'Make the folder, or name another file.', cause: error },
      );
    }
    throw diskFailure(error, file);
  }
}

/** Refuses a link out of the repository, and a link to the internal files of git and Ordinance. */
function placeWithin(top: string, file: string): string {
  const place = insideWorkspace(top, file);
  if (isInternal(path.relative(top, place)) && !isInternal(file)) {
    throw new ExpectedError('symbolic-link', `Could not write ${file} because it links to ${place}.`, {
      advice: 'Remove the symbolic link, or name another file.',
    });
  }
  return place;
}

function isInternal(place: string): boolean {
  return place.split(path.sep).some((name) => /^\.(?:git|ordinance)$/i.test(name));
}

function isReserved(place: string): boolean {
  const name = path.basename(place);
  return (
    name === consoleFileName ||
    name === lockName ||
    spellingOf(name) !== undefined ||
    testSpellingOf(name) !== undefined
  );
}

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
async function leadsThrough(top: string, file: string): Promise<boolean> {
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
