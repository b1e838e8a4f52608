import { statSync, type BigIntStats } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readRegularFile } from './regularFile.ts';

/** Milliseconds after which a lock belongs to a long command, such as a commit, or to a crashed one. */
const longestMs = 3000;
const pollMs = 10;

/**
 * Detects that git replaced files around a folder. Git keeps `index.lock` while it replaces files, and then
 * makes it the new `index`. Ordinance only reads their file status.
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

  /** Waits for git and returns a state for `isAsLeft`. */
  async rest(): Promise<string> {
    while (this.#isBusy()) {
      await setTimeout(pollMs);
    }
    return this.#index();
  }

  /** Returns true when git did nothing since `rest`, and does nothing now. */
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
