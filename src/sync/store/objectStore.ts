import { createHash } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writeDurably } from './durableFile.ts';
import { keepOutOfGit } from './keepOutOfGit.ts';
import { pruneObjects } from './pruneObjects.ts';

export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Documents as consoles answered them, by the SHA-256 of their bytes: bases and snapshots. Whole or not there, and
 * durable when `put` returns. Lives in the `.ordinance` folder, which it keeps out of git.
 */
export class ObjectStore {
  /** The `.ordinance` folder. */
  readonly folder: string;
  readonly #root: string;

  /** `folder` is the `.ordinance` folder; nothing is written outside the folder it lies in. */
  constructor(folder: string) {
    this.folder = folder;
    this.#root = path.dirname(folder);
  }

  /** Returns the hash by which `get` finds the text. */
  async put(text: string): Promise<string> {
    const hash = hashOfText(text);
    if ((await this.get(hash)) === undefined) {
      await this.#write(this.#objectPath(hash), text);
    } else {
      await touch(this.#objectPath(hash));
    }
    return hash;
  }

  /** Undefined when it is not there, or not what it should be. */
  async get(hash: string): Promise<string | undefined> {
    const text = /^[0-9a-f]{64}$/.test(hash) ? await readIfThere(this.#objectPath(hash)) : undefined;
    return text !== undefined && hashOfText(text) === hash ? text : undefined;
  }

  /** Keeps a document so that it is found by its canonical hash too. */
  async putBase(canonicalHash: string, text: string): Promise<void> {
    const hash = await this.put(text);
    if ((await readIfThere(this.#basePath(canonicalHash))) !== hash) {
      await this.#write(this.#basePath(canonicalHash), hash);
    } else {
      await touch(this.#basePath(canonicalHash));
    }
  }

  async getBase(canonicalHash: string): Promise<string | undefined> {
    const hash = await readIfThere(this.#basePath(canonicalHash));
    return hash === undefined ? undefined : this.get(hash);
  }

  /**
   * Removes documents that were stored before `olderThan` (milliseconds since the epoch), that `needed` does not name and
   * that are the base of no lock file below `root`. Returns how many.
   */
  prune(needed: ReadonlySet<string | undefined>, root: string, olderThan: number): Promise<number> {
    return pruneObjects(this.folder, root, needed, olderThan);
  }

  #objectPath(hash: string): string {
    return path.join(this.folder, 'objects', hash.slice(0, 2), hash);
  }

  #basePath(canonicalHash: string): string {
    return path.join(this.folder, 'bases', canonicalHash);
  }

  async #write(file: string, text: string): Promise<void> {
    await keepOutOfGit(this.folder);
    await writeDurably(this.#root, file, text, { mode: 0o600 });
  }
}

/** What is stored again is young again: it is not pruned. A read-only store is no reason to fail. */
async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}
