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
 * Writes a file that the command line names. One named outside of the repository goes where it says; the way to one within it leads by no
 * link out of it, as links come with a repository. No file of policies, of their tests, of consoles or of bases is written over.
 * `root` is the folder of `ordinance.yaml`. Throws ExpectedError.
 */
export async function writeNamedFile(root: string, file: string, text: string): Promise<void> {
  try {
    const top = await repositoryAround(root);
    const place = (await leadsThrough(top, file)) ? await placeWithin(top, file) : file;
    if (isOfPolicies(await realpath(place).catch(() => place))) {
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

/** A link leads neither out of the repository nor to what git and Ordinance keep in it. */
async function placeWithin(top: string, file: string): Promise<string> {
  const place = await insideWorkspace(top, file);
  if (isKept(path.relative(top, place)) && !isKept(file)) {
    throw new ExpectedError('symbolic-link', `Could not write ${file} because it links to ${place}.`, {
      advice: 'Remove the symbolic link, or name another file.',
    });
  }
  return place;
}

function isKept(place: string): boolean {
  return place.split(path.sep).some((name) => /^\.(?:git|ordinance)$/i.test(name));
}

function isOfPolicies(place: string): boolean {
  const name = path.basename(place);
  return (
    name === consoleFileName ||
    name === lockName ||
    spellingOf(name) !== undefined ||
    testSpellingOf(name) !== undefined
  );
}
