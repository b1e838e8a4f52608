import { hash } from 'node:crypto';
import { lstat, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { FreshFlight } from '../../util/concurrency.ts';
import { readIfThere, writeDurably } from './durableFile.ts';
import { keepOutOfGit } from './keepOutOfGit.ts';
import { ownPlace } from './ownPlace.ts';
import { pruneObjects } from './pruneObjects.ts';

/** Says by whom, and as what, a document is known as a base. */
export type Marking = (object: string) => Promise<string>;

/** Consoles, or projects, that hold the very same policy. */
const MAX_MARKS = 32;
const MAX_NAME_BYTES = 65 * (1 + MAX_MARKS);

export function hashOfText(text: string): string {
  return hash('sha256', text);
}

/**
 * Documents as consoles answered them, by the SHA-256 of their bytes: bases and snapshots. Whole or not there, and
 * durable when `put` returns. Lives in the `.ordinance` folder, which it keeps out of git.
 */
export class ObjectStore {
  /** The `.ordinance` folder. */
  readonly folder: string;
  readonly #root: string;
  readonly #folders = new FreshFlight<void>();

  /** `folder` is the `.ordinance` folder; nothing is written outside the folder it lies in. */
  constructor(folder: string) {
    this.folder = folder;
    this.#root = path.dirname(folder);
  }

  /** Returns the hash by which `get` finds the text. */
  async put(text: string): Promise<string> {
    const object = hashOfText(text);
    const place = await this.#objectPlace(object);
    if ((await readIfThere(place)) === text) {
      await touch(place);
    } else {
      await this.#write(place, text);
    }
    return object;
  }

  /** Undefined when it is not there, or not what it should be. */
  async get(object: string): Promise<string | undefined> {
    const text = isHash(object) ? await readIfThere(await this.#objectPlace(object)) : undefined;
    return text !== undefined && hashOfText(text) === object ? text : undefined;
  }

  /** Keeps a document so that it is found by its canonical hash too; answers as `put`. */
  async putBase(canonicalHash: string, text: string, mark?: Marking): Promise<string> {
    const object = hashOfText(text);
    // A name whose document is not there yet says nothing.
    await Promise.all([this.put(text), this.nameBase(canonicalHash, object, mark)]);
    return object;
  }

  /** The same for a document that `put` has just stored as `object`. */
  async nameBase(canonicalHash: string, object: string, mark?: Marking): Promise<void> {
    const place = await this.#basePlace(canonicalHash);
    const before = await readIfThere(place, MAX_NAME_BYTES);
    const [named, ...marks] = before?.split('\n') ?? [];
    const own = await mark?.(object);
    const kept = named === object ? marks : [];
    const wanted = [object, ...kept, ...(own === undefined || kept.includes(own) ? [] : [own])];
    if (before !== wanted.join('\n')) {
      await this.#write(place, wanted.slice(0, 1 + MAX_MARKS).join('\n'));
    } else {
      await touch(place);
    }
  }

  async getBase(canonicalHash: string): Promise<string | undefined> {
    const { object } = await this.#named(canonicalHash);
    return object === undefined ? undefined : this.get(object);
  }

  /** Whether a base was kept here with this mark. */
  async isMarked(canonicalHash: string, mark: Marking): Promise<boolean> {
    const { object, marks } = await this.#named(canonicalHash);
    return object !== undefined && marks.length > 0 && marks.includes(await mark(object));
  }

  /** The canonical hashes of the bases that were kept last, newest first. */
  async lastBases(most: number): Promise<string[]> {
    const found: { name: string; at: number }[] = [];
    for (const name of await readdir(await ownPlace(this.folder, 'bases')).catch(() => [])) {
      const at = isHash(name) ? (await lstat(await this.#basePlace(name))).mtimeMs : undefined;
      if (at !== undefined) {
        found.push({ name, at });
      }
    }
    return found
      .sort((a, b) => b.at - a.at)
      .slice(0, most)
      .map(({ name }) => name);
  }

  async #named(canonicalHash: string): Promise<{ object: string | undefined; marks: readonly string[] }> {
    const text = isHash(canonicalHash)
      ? await readIfThere(await this.#basePlace(canonicalHash), MAX_NAME_BYTES)
      : undefined;
    const [object, ...marks] = text?.split('\n') ?? [];
    return { object, marks };
  }

  /**
   * Removes documents that were stored before `olderThan` (milliseconds since the epoch), that `needed` does not name and
   * that are the base of no lock file below `root`. Returns how many. Throws, and removes none, when a folder that may hold
   * such a file cannot be listed.
   */
  prune(needed: ReadonlySet<string | undefined>, root: string, olderThan: number): Promise<number> {
    return pruneObjects(this.folder, root, needed, olderThan);
  }

  #objectPlace(object: string): Promise<string> {
    return ownPlace(this.folder, 'objects', object.slice(0, 2), object);
  }

  #basePlace(canonicalHash: string): Promise<string> {
    return ownPlace(this.folder, 'bases', canonicalHash);
  }

  async #write(file: string, text: string): Promise<void> {
    await keepOutOfGit(this.folder);
    await writeDurably(this.#root, file, text, { mode: 0o600, folders: this.#folders });
  }
}

function isHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/** What is stored again is young again: it is not pruned. A read-only store is no reason to fail. */
async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}
