import { hash } from 'node:crypto';
import { lstat, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { FreshFlight } from '../../util/concurrency.ts';
import { errorCode } from '../../util/errors.ts';
import { bytesIfThere, keepOutOfGit, readIfThere, writeDurably } from './durableFile.ts';
import { ownPlace } from './insideWorkspace.ts';

/** Returns the mark of a document as a base, which proves its author and purpose. */
export type Marking = (object: string) => Promise<string>;

/** Marks per base at most: one for each console or project with the same policy. */
const MAX_MARKS = 32;
const MAX_NAME_BYTES = 65 * (1 + MAX_MARKS);

/** Hashing bytes takes a third of the time of hashing a text. */
export function hashOfText(text: string): string {
  return hashOf(Buffer.from(text));
}

function hashOf(bytes: Buffer): string {
  return hash('sha256', bytes);
}

/**
 * Documents as consoles answered them, by the SHA-256 of their bytes: bases and snapshots. A document is
 * complete or missing, and durable after `put` returns. The store keeps its `.ordinance` folder out of git.
 */
export class ObjectStore {
  /** The `.ordinance` folder. */
  readonly folder: string;
  readonly #root: string;
  readonly #folders = new FreshFlight<void>();

  /** `folder` is the `.ordinance` folder; writes stay inside its parent folder. */
  constructor(folder: string) {
    this.folder = folder;
    this.#root = path.dirname(folder);
  }

  /** Returns the hash by which `get` finds the text. `known` is this hash, where a caller has it. */
  async put(text: string, known?: string): Promise<string> {
    const bytes = Buffer.from(text);
    const object = known ?? hashOf(bytes);
    await this.#putBytes(object, bytes);
    return object;
  }

  async #putBytes(object: string, bytes: Buffer): Promise<void> {
    const place = this.#objectPlace(object);
    const isStored = (await bytesIfThere(place))?.equals(bytes) === true && (await touch(place));
    if (!isStored) {
      await this.#write(place, bytes);
    }
  }

  /** Returns undefined for a missing or damaged document. */
  async get(object: string): Promise<string | undefined> {
    const bytes = isHash(object) ? await bytesIfThere(this.#objectPlace(object)) : undefined;
    return bytes && hashOf(bytes) === object ? bytes.toString() : undefined;
  }

  /**
   * Stores a document under its canonical hash as well, and returns its hash. A name without its document is
   * harmless, so both are written at the same time.
   */
  async putBase(canonicalHash: string, text: string, mark?: Marking): Promise<string> {
    const bytes = Buffer.from(text);
    const object = hashOf(bytes);
    await Promise.all([this.#putBytes(object, bytes), this.#nameBase(canonicalHash, object, mark)]);
    return object;
  }

  async #nameBase(canonicalHash: string, object: string, mark: Marking | undefined): Promise<void> {
    const place = this.#basePlace(canonicalHash);
    const before = await readIfThere(place, MAX_NAME_BYTES);
    const [named, ...marks] = before?.split('\n') ?? [];
    const own = await mark?.(object);
    const kept = named === object ? marks : [];
    const lines = [object, ...kept, ...(own === undefined || kept.includes(own) ? [] : [own])];
    const isNamed = before === lines.join('\n') && (await touch(place));
    if (!isNamed) {
      await this.#write(place, lines.slice(0, 1 + MAX_MARKS).join('\n'));
    }
  }

  async getBase(canonicalHash: string): Promise<string | undefined> {
    const { object } = await this.#named(canonicalHash);
    return object === undefined ? undefined : this.get(object);
  }

  /** Returns true when a base has this mark. */
  async isMarked(canonicalHash: string, mark: Marking): Promise<boolean> {
    const { object, marks } = await this.#named(canonicalHash);
    return object !== undefined && marks.length > 0 && marks.includes(await mark(object));
  }

  /** Returns the canonical hashes of the bases that were kept last, newest first. */
  async lastBases(limit: number): Promise<string[]> {
    const bases: { name: string; at: number }[] = [];
    for (const name of await readdir(ownPlace(this.folder, 'bases')).catch(() => [])) {
      const at = isHash(name) ? (await lstat(this.#basePlace(name))).mtimeMs : undefined;
      if (at !== undefined) {
        bases.push({ name, at });
      }
    }
    return bases
      .sort((a, b) => b.at - a.at)
      .slice(0, limit)
      .map(({ name }) => name);
  }

  async #named(canonicalHash: string): Promise<{ object: string | undefined; marks: readonly string[] }> {
    const text = isHash(canonicalHash)
      ? await readIfThere(this.#basePlace(canonicalHash), MAX_NAME_BYTES)
      : undefined;
    const [object, ...marks] = text?.split('\n') ?? [];
    return { object, marks };
  }

  #objectPlace(object: string): string {
    return ownPlace(this.folder, 'objects', object.slice(0, 2), object);
  }

  #basePlace(canonicalHash: string): string {
    return ownPlace(this.folder, 'bases', canonicalHash);
  }

  async #write(file: string, text: string | Buffer): Promise<void> {
    await keepOutOfGit(this.folder);
    await writeDurably(this.#root, file, text, { mode: 0o600, folders: this.#folders });
  }
}

function isHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/**
 * A repeated `put` refreshes the time, so that the file is not pruned. Returns false when the file was pruned before.
 * A read-only store must not fail here.
 */
async function touch(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );
}
