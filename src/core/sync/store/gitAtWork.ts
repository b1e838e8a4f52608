import { statSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ExpectedError } from '../../util/errors.ts';
import { readRegularFile } from './regularFile.ts';

/** Milliseconds after which a lock belongs to a long command, such as a commit, or to a crashed one. */
const longestMs = 3000;
const pollMs = 10;
/** Attempts while git replaces files again and again. */
const MAX_TRIES = 100;

/**
 * Runs `work` while git replaces no files around a folder, and runs it again when git did. Throws ExpectedError
 * `file-changed` when git does not come to rest. Git keeps `index.lock` while it replaces files, and then makes it the new `index`. Ordinance only reads their
 * file status.
 */
export async function whileGitRests<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const git = await gitFolderAround(folder);
  const look = (name: string): BigIntStats | undefined =>
    git === undefined ? undefined : statSync(path.join(git, name), { bigint: true, throwIfNoEntry: false });
  const isBusy = (): boolean => {
    const lock = look('index.lock');
    return lock !== undefined && Math.abs(Date.now() - Number(lock.mtimeMs)) < longestMs;
  };
  const index = (): string => {
    const { ino, mtimeNs } = look('index') ?? {};
    return `${ino} ${mtimeNs}`;
  };
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    while (isBusy()) {
      await setTimeout(pollMs);
    }
    const before = index();
    const result = await work();
    if (!isBusy() && index() === before) {
      return result;
    }
  }
  throw new ExpectedError('file-changed', `Git keeps changing the files around ${folder}.`, {
    advice: 'Try again when git has finished.',
  });
}

async function gitFolderAround(folder: string): Promise<string | undefined> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const own = await gitFolder(path.join(at, '.git'));
    if (own !== undefined || path.dirname(at) === at) {
      return own;
    }
  }
}

/** `.git` is a folder, or in a worktree or submodule a file that names it. */
async function gitFolder(place: string): Promise<string | undefined> {
  try {
    // The synchronous call is fast, and most folders on the way up have no `.git`.
    const stats = statSync(place, { throwIfNoEntry: false });
    if (!stats || stats.isDirectory()) {
      return stats && place;
    }
    const named = /^gitdir: (.+)$/m.exec((await readRegularFile(place, 4096))?.toString() ?? '')?.[1];
    return named === undefined ? undefined : path.resolve(path.dirname(place), named.trim());
  } catch {
    return undefined;
  }
}
