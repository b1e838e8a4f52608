import { PolicyDocument } from '../document/policyDocument.ts';
import { valueSteps } from '../document/ruleDigests.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import { isExpected } from '../util/errors.ts';
import { inSlices } from '../util/inSlices.ts';
import type { Logger } from '../util/logger.ts';
import type { BaseHistory } from './ports.ts';
import { readLive, type LiveDocument } from './readLive.ts';
import type { LockEntry, LockFile } from './store/lockFile.ts';
import type { Marking, ObjectStore } from './store/objectStore.ts';
import type { Seal } from './store/seal.ts';

export interface BaseMove {
  readonly at: Date;
  readonly consoleVersion: string | undefined;
  /** The base hash that the caller read before the move. */
  readonly expected: string | undefined;
  /**
   * False when the policy file follows from a base that only the repository names. The new base is then
   * unverified, too.
   */
  readonly isOwn?: boolean;
  /** Store hash of the live policy, when `put` has just stored it. */
  readonly object?: string;
  /** True when `keep` has just stored the live policy. */
  readonly isKept?: boolean;
  /** Returns true when the policy file is based on the new base. The move calls it as late as possible. */
  readonly isMadeFrom: () => Promise<boolean>;
}

/** Bases that `pulled` reads at most, newest first. */
const mostLooked = 300;

/**
 * The live policies that the policy files were last pulled from or pushed to. The lock file names them; the
 * store has their content.
 */
export class Bases {
  readonly #lock: LockFile;
  readonly #store: ObjectStore;
  readonly #history: BaseHistory;
  readonly #logger: Logger;
  readonly #placeOf: ((kind: Pick<PolicyKind, 'name'>) => string) | undefined;
  readonly #console: string;
  readonly #seal: Seal;
  /** Hashes that the history does not have, so that no second search runs. */
  readonly #missing = new Set<string>();

  constructor(parts: {
    readonly lock: LockFile;
    readonly store: ObjectStore;
    readonly history: BaseHistory;
    readonly logger: Logger;
    readonly placeOf?: ((kind: Pick<PolicyKind, 'name'>) => string) | undefined;
    readonly console: string;
    readonly seal: Seal;
  }) {
    this.#lock = parts.lock;
    this.#store = parts.store;
    this.#history = parts.history;
    this.#logger = parts.logger;
    this.#placeOf = parts.placeOf;
    this.#console = parts.console;
    this.#seal = parts.seal;
  }

  /** Returns the canonical hash of the base; undefined without a known base. */
  async hash(kind: Pick<PolicyKind, 'name'>): Promise<string | undefined> {
    return (await this.entry(kind))?.base;
  }

  /** Returns the lock entry of the base, with the time when the base was live. */
  async entry(kind: Pick<PolicyKind, 'name'>): Promise<LockEntry | undefined> {
    return (await this.line(kind)).entry;
  }

  /**
   * Returns the entry of the base. `isListed` also covers lines of another place, and lines of a lock file
   * that is gone.
   */
  async line(
    kind: Pick<PolicyKind, 'name'>,
  ): Promise<{ readonly entry: LockEntry | undefined; readonly isListed: boolean }> {
    const entry = (await this.#lock.read()).get(kind.name);
    const isOwn = this.#ownBase(kind, entry) !== undefined;
    return { entry: isOwn ? entry : undefined, isListed: this.#lock.lists(kind.name) };
  }

  /** Drops the line of a policy. Returns false, and keeps the line, when `isGone` answers false. */
  forget(kind: PolicyKind, isGone: () => Promise<boolean>): Promise<boolean> {
    return this.#lock.set(kind.name, undefined, isGone);
  }

  /** Returns the place that the lock file names, when the base belongs to another place than this console. */
  async takenFrom(kind: Pick<PolicyKind, 'name'>): Promise<string | undefined> {
    const entry = (await this.#lock.read()).get(kind.name);
    return entry && this.#ownBase(kind, entry) === undefined ? entry.from : undefined;
  }

  /** Returns the base from the store or the history; undefined when only its hash is known. */
  async document(kind: PolicyKind): Promise<JsonObject | undefined> {
    const hash = await this.hash(kind);
    if (hash === undefined) {
      return undefined;
    }
    const text = await this.#store.getBase(hash);
    if (text === undefined) {
      return this.#fromHistory(kind, hash);
    }
    try {
      const base = await readLive(kind, text);
      return base.hash === hash ? base.document : undefined;
    } catch (error) {
      this.#logger.warn(`the stored base of ${kind.name} cannot be read: ${String(error)}`);
      return undefined;
    }
  }

  /**
   * Returns true when this computer pulled or pushed this base. Otherwise anyone may have written the lock
   * file to hide a change on the console.
   */
  async isOwn(kind: PolicyKind, hash: string): Promise<boolean> {
    return this.#store.isMarked(hash, this.#marking(kind, hash));
  }

  /** Yields the policies that this computer pulled and pushed, newest first by their file times. */
  async *pulled(kind: PolicyKind): AsyncGenerator<JsonObject> {
    for (const hash of await this.#store.lastBases(mostLooked)) {
      const text = (await this.isOwn(kind, hash)) ? await this.#store.getBase(hash) : undefined;
      if (text !== undefined) {
        yield (await readLive(kind, text)).document;
      }
    }
  }

  /** Makes the content durable and returns its store hash; the lock file still names the old base. */
  keep(kind: PolicyKind, live: LiveDocument, isOwn = true): Promise<string> {
    const mark = isOwn ? this.#marking(kind, live.hash) : undefined;
    return this.#store.putBase(live.hash, live.text, mark);
  }

  #marking(kind: PolicyKind, hash: string): Marking {
    return (object) => this.#seal.of('base', this.#console, kind.name, hash, object);
  }

  /**
   * Moves the base. Only a pull, a merge, an applied push and its recovery may call this. Returns false, and
   * moves nothing, when the lock file or the policy file changed. A checkout during a push brings files of
   * another base.
   */
  async move(
    kind: PolicyKind,
    live: LiveDocument,
    { at, consoleVersion, object, isKept = false, isOwn = true, ...from }: BaseMove,
  ): Promise<boolean> {
    const mark = isOwn ? this.#marking(kind, live.hash) : undefined;
    if (!isKept) {
      await (object === undefined
        ? this.keep(kind, live, isOwn)
        : this.#store.nameBase(live.hash, object, mark));
    }
    const entry = {
      base: live.hash,
      at: at.toISOString(),
      ...(consoleVersion === undefined ? {} : { consoleVersion }),
      ...(this.#placeOf === undefined ? {} : { from: this.#placeOf(kind) }),
    };
    return this.#lock.set(kind.name, entry, async (line) => {
      const base = this.#ownBase(kind, line);
      return (base === from.expected || base === live.hash) && (await from.isMadeFrom());
    });
  }

  /** Lines of earlier versions name no place, so they count as lines of this console. */
  #ownBase(kind: Pick<PolicyKind, 'name'>, entry: LockEntry | undefined): string | undefined {
    const isElsewhere = entry?.from !== undefined && this.#placeOf && entry.from !== this.#placeOf(kind);
    return isElsewhere ? undefined : entry?.base;
  }

  /** Checks before anything is sent that `move` can work. */
  async check(): Promise<void> {
    await this.#lock.check();
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
      const found = await this.#search(kind, hash);
      if (!found) {
        this.#missing.add(key);
      }
      return found;
    } catch (error) {
      // The user may trust the workspace later, so the hash does not count as missing.
      if (isExpected(error) && error.code === 'untrusted') {
        return undefined;
      }
      throw error;
    }
  }

  async #search(kind: PolicyKind, hash: string): Promise<JsonObject | undefined> {
    for await (const { text, spelling } of this.#history.versions(kind)) {
      const document = await PolicyDocument.readInSlices(text, spelling, kind);
      const value = await inSlices(valueSteps(document, kind));
      if (value && canonicalHash(kind, value) === hash) {
        await this.#store.putBase(hash, writeJson(value)).catch((error: unknown) => {
          this.#logger.warn(`the base of ${kind.name} could not be kept: ${String(error)}`);
        });
        return value;
      }
    }
    return undefined;
  }
}
