import { statSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readRegularFile } from './regularFile.ts';

/** A lock that is older belongs to a long command, as a commit whose message is being written, or to one that crashed. */
const longestMs = 3000;
const pollMs = 10;

/**
 * Tells whether git replaced files around a folder: it holds `index.lock` from before the first file until after the last, and
 * then makes it the new `index`. Both are only looked at.
 */
export class GitAtWork {
  readonly #folder: string | undefined;

  private constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  static async around(folder: string): Promise<GitAtWork> {
    for (let at = path.resolve(folder); ; at = path.dirname(at)) {
      const own = await gitFolder(path.join(at, '.git'));
      if (own !== undefined || path.dirname(at) === at) {
        return new GitAtWork(own);
      }
    }
  }

  /** Waits for git; the answer is for `isAsLeft`. */
  async rest(): Promise<string> {
    while (this.#isBusy()) {
      await setTimeout(pollMs);
    }
    return this.#index();
  }

  /** Whether git did nothing since, and does nothing now. */
  isAsLeft(rest: string): boolean {
    return !this.#isBusy() && this.#index() === rest;
  }

  #isBusy(): boolean {
    const lock = this.#look('index.lock');
    return lock !== undefined && Math.abs(Date.now() - Number(lock.mtimeMs)) < longestMs;
  }

  #index(): string {
    const { ino, mtimeNs } = this.#look('index') ?? {};
    return `${ino} ${mtimeNs}`;
  }

  #look(name: string): BigIntStats | undefined {
    const place = this.#folder && path.join(this.#folder, name);
    return place === undefined ? undefined : statSync(place, { bigint: true, throwIfNoEntry: false });
  }
}

/** `.git` is a folder, or in a worktree or submodule a file that names it. */
async function gitFolder(place: string): Promise<string | undefined> {
  try {
    // At once: most are not there, and each folder up to the top is looked into.
    const found = statSync(place, { throwIfNoEntry: false });
    if (!found || found.isDirectory()) {
      return found && place;
    }
    const named = /^gitdir: (.+)$/m.exec((await readRegularFile(place, 4096))?.toString() ?? '')?.[1];
    return named === undefined ? undefined : path.resolve(path.dirname(place), named.trim());
  } catch {
    return undefined;
  }
}
