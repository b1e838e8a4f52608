import { realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { consoleFileName } from '../core/consoleFile/consoleFile.ts';
import { spellingOf } from '../core/policy/policyFile.ts';
import { testSpellingOf } from '../core/policyTest/testFileName.ts';
import { insideWorkspace } from '../core/sync/store/insideWorkspace.ts';
import { lockName } from '../core/sync/store/lockFile.ts';
import { diskFailure, errorCode } from '../core/util/diskFailure.ts';
import { ExpectedError } from '../core/util/errors.ts';
import { leadsThrough, repositoryAround } from './namedPlace.ts';

/**
 * Writes a file that the command line names. Within the repository, no link may lead out of it, because links
 * come with the repository. Policy files, tests, `ordinance.yaml` and lock files are never overwritten.
 * `root` is the folder of `ordinance.yaml`. Throws ExpectedError.
 */
export async function writeNamedFile(root: string, file: string, text: string): Promise<void> {
  try {
    const top = await repositoryAround(root);
    const place = (await leadsThrough(top, file)) ? await placeWithin(top, file) : file;
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
async function placeWithin(top: string, file: string): Promise<string> {
  const place = await insideWorkspace(top, file);
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
