import { readPolicySteps } from '../../document/reading/readPolicy.ts';
import { valueSteps } from '../../document/ruleDigests.ts';
import { canonicalHash } from '../../policy/canonical.ts';
import type { PolicyKind, PolicyName } from '../../policy/families.ts';
import type { JsonObject } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import { isExpected } from '../../util/errors.ts';
import { inSlices } from '../../util/inSlices.ts';
import type { Clock, SyncDeps } from '../ports.ts';
import { readLive, type LiveDocument } from '../readLive.ts';
import type { LockEntry, LockFile } from './lockFile.ts';
import type { Marking, ObjectStore } from './objectStore.ts';

export interface BaseMove {
  /** The base hash that the caller read before the move. */
  readonly expected: string | undefined;
  /** Returns true when the policy file is based on the new base. The move calls it as late as possible. */
  readonly isMadeFrom: () => Promise<boolean>;
}

interface BasesParts extends Pick<SyncDeps, 'console' | 'seal' | 'logger' | 'baseHistory'> {
  readonly lock: LockFile;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly addressOf: (kind: Pick<PolicyKind, 'name'>) => string;
}

/** Bases that `pulled` reads at most, newest first. */
const mostLooked = 300;

/**
 * The live policies that the policy files were last pulled from or pushed to. The lock file names them; the
 * store has their content.
 */
export class Bases {
  readonly #parts: BasesParts;
  /** Hashes that the history does not have, so that no second search runs. */
  readonly #missing = new Set<string>();
  /** The last base of each policy, because views compare with it on every keystroke. */
  readonly #last = new Map<PolicyName, { readonly hash: string; readonly document: JsonObject }>();

  constructor(parts: BasesParts) {
    this.#parts = parts;
  }

  /** Returns the canonical hash of the base; undefined without a known base. */
  async hash(kind: Pick<PolicyKind, 'name'>): Promise<string | undefined> {
    return (await this.line(kind)).entry?.base;
  }

  /**
   * Returns the lock entry of the base, with the time when the base was live. `isListed` also covers lines of
   * another address. `takenFrom` is the address of a base that belongs to another address than this console.
   */
  async line(kind: Pick<PolicyKind, 'name'>): Promise<{
    readonly entry: LockEntry | undefined;
    readonly isListed: boolean;
    readonly takenFrom: string | undefined;
  }> {
    const entry = (await this.#parts.lock.read()).get(kind.name);
    const isHere = this.#ownBase(kind, entry) !== undefined;
    return {
      entry: isHere ? entry : undefined,
      isListed: entry !== undefined,
      takenFrom: isHere ? undefined : entry?.from,
    };
  }

  /** Drops the line of a policy. Returns false, and keeps the line, when `isGone` answers false. */
  forget(kind: PolicyKind, isGone: () => Promise<boolean>): Promise<boolean> {
    return this.#parts.lock.set(kind.name, undefined, isGone);
  }

  /** Returns the base from the store or the history; undefined when only its hash is known. */
  async document(kind: PolicyKind): Promise<JsonObject | undefined> {
    const hash = await this.hash(kind);
    return hash === undefined ? undefined : this.documentOf(kind, hash);
  }

  /** Returns the base with this hash, as `document` does. */
  async documentOf(kind: PolicyKind, hash: string): Promise<JsonObject | undefined> {
    const last = this.#last.get(kind.name);
    const document = last?.hash === hash ? last.document : await this.#find(kind, hash);
    if (document) {
      this.#last.set(kind.name, { hash, document });
    }
    return document;
  }

  async #find(kind: PolicyKind, hash: string): Promise<JsonObject | undefined> {
    const text = await this.#parts.store.getBase(hash);
    if (text === undefined) {
      return this.#fromHistory(kind, hash);
    }
    try {
      const base = await readLive(kind, text);
      return base.hash === hash ? base.document : undefined;
    } catch (error) {
      this.#parts.logger.warn(`the stored base of ${kind.name} cannot be read: ${String(error)}`);
      return undefined;
    }
  }

  /**
   * Returns true when this computer pulled or pushed this base. Otherwise anyone may have written the lock
   * file to hide a change on the console.
   */
  async isOwn(kind: PolicyKind, hash: string): Promise<boolean> {
    return this.#parts.store.isMarked(hash, this.#marking(kind, hash));
  }

  /** Returns the base when this computer pulled or pushed it; another one could hide changes. */
  async ownDocument(kind: PolicyKind): Promise<JsonObject | undefined> {
    const hash = await this.hash(kind);
    return hash !== undefined && (await this.isOwn(kind, hash)) ? this.document(kind) : undefined;
  }

  /** Yields the policies that this computer pulled and pushed, newest first by their file times. */
  async *pulled(kind: PolicyKind): AsyncGenerator<JsonObject> {
    for (const hash of await this.#parts.store.lastBases(mostLooked)) {
      const text = (await this.isOwn(kind, hash)) ? await this.#parts.store.getBase(hash) : undefined;
      if (text !== undefined) {
        yield (await readLive(kind, text)).document;
      }
    }
  }

  /**
   * Makes the content durable, and returns its hash in the store; the lock file still names the old base. `isOwn` is false when the policy file
   * follows from a base that only the repository names: then the new base is unverified, too.
   */
  keep(kind: PolicyKind, { hash, text }: LiveDocument, isOwn = true): Promise<string> {
    return this.#parts.store.putBase(hash, text, isOwn ? this.#marking(kind, hash) : undefined);
  }

  #marking(kind: PolicyKind, hash: string): Marking {
    return (object) => this.#parts.seal.of('base', this.#parts.console, kind.name, hash, object);
  }

  /**
   * Moves the base to a policy that `keep` made durable. Only a pull, a merge, an applied push and its recovery
   * may call this. Returns false, and moves nothing, when the lock file or the policy file changed. A checkout
   * during a push brings files of another base.
   */
  move(kind: PolicyKind, { hash }: LiveDocument, move: BaseMove): Promise<boolean> {
    const { lock, clock, addressOf } = this.#parts;
    const entry = { base: hash, at: clock.now().toISOString(), from: addressOf(kind) };
    return lock.set(kind.name, entry, async (line) => {
      const base = this.#ownBase(kind, line);
      return (base === move.expected || base === hash) && (await move.isMadeFrom());
    });
  }

  /** A line without an address counts as a line of this console. */
  #ownBase(kind: Pick<PolicyKind, 'name'>, entry: LockEntry | undefined): string | undefined {
    const here = this.#parts.addressOf(kind);
    return (entry?.from ?? here) === here ? entry?.base : undefined;
  }

  /** Checks before anything is sent that `move` can work. */
  async check(): Promise<void> {
    await this.#parts.lock.check();
  }

  /**
   * Searches the commits for a file with the hash of the base. The hash proves the content, so the author
   * does not matter.
   */
  async #fromHistory(kind: PolicyKind, hash: string): Promise<JsonObject | undefined> {
    const key = `${kind.name} ${hash}`;
    if (this.#missing.has(key)) {
      return undefined;
    }
    try {
      const base = await this.#search(kind, hash);
      if (!base) {
        this.#missing.add(key);
      }
      return base;
    } catch (error) {
      // The user may trust the workspace later, so the hash does not count as missing.
      if (isExpected(error) && error.code === 'untrusted') {
        return undefined;
      }
      throw error;
    }
  }

  async #search(kind: PolicyKind, hash: string): Promise<JsonObject | undefined> {
    for await (const { text, spelling } of this.#parts.baseHistory?.versions(kind) ?? []) {
      const document = await inSlices(readPolicySteps(text, spelling, kind));
      const value = await inSlices(valueSteps(document, kind));
      if (value && canonicalHash(kind, value) === hash) {
        await this.#parts.store.putBase(hash, writeJson(value)).catch((error: unknown) => {
          this.#parts.logger.warn(`could not save the base of ${kind.name}: ${String(error)}`);
        });
        return value;
      }
    }
    return undefined;
  }
}
