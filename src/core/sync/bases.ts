import { PolicyDocument } from '../document/policyDocument.ts';
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
  /** The base as it was seen. */
  readonly expected: string | undefined;
  /** False when the working copy follows from a base that is only the repository's word: then this one is, too. */
  readonly isOwn?: boolean;
  /** Live as `put` has just stored it. */
  readonly object?: string;
  /** Whether `keep` has just kept it. */
  readonly isKept?: boolean;
  /** Whether the policy's file is now made from the new base. Asked as late as can be. */
  readonly isMadeFrom: () => Promise<boolean>;
}

/** How many of the bases that were kept last are looked through for what was pulled. */
const mostLooked = 300;

/** The live documents that working copies were last pulled from or pushed to. The lock file says which, the store what. */
export class Bases {
  readonly #lock: LockFile;
  readonly #store: ObjectStore;
  readonly #history: BaseHistory;
  readonly #logger: Logger;
  readonly #placeOf: ((kind: Pick<PolicyKind, 'name'>) => string) | undefined;
  readonly #console: string;
  readonly #seal: Seal;
  /** Hashes that were looked for in the history without success. */
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

  /** Canonical hash of the base; undefined when nothing is known of one. */
  async hash(kind: Pick<PolicyKind, 'name'>): Promise<string | undefined> {
    return (await this.entry(kind))?.base;
  }

  /** With the moment at which it was live. */
  async entry(kind: Pick<PolicyKind, 'name'>): Promise<LockEntry | undefined> {
    return (await this.line(kind)).entry;
  }

  /** The same, and whether the lock file has a line of the policy at all, be it for another place, or had one when it was last there. */
  async line(
    kind: Pick<PolicyKind, 'name'>,
  ): Promise<{ readonly entry: LockEntry | undefined; readonly isListed: boolean }> {
    const entry = (await this.#lock.read()).get(kind.name);
    const isOwn = this.#ownBase(kind, entry) !== undefined;
    return { entry: isOwn ? entry : undefined, isListed: this.#lock.lists(kind.name) };
  }

  /** Drops the line of a policy, unless there is a file at that moment. */
  forget(kind: PolicyKind, isGone: () => Promise<boolean>): Promise<boolean> {
    return this.#lock.set(kind.name, undefined, isGone);
  }

  /** The place that the lock file names for a base that is none, because it is another one. */
  async takenFrom(kind: Pick<PolicyKind, 'name'>): Promise<string | undefined> {
    const entry = (await this.#lock.read()).get(kind.name);
    return entry && this.#ownBase(kind, entry) === undefined ? entry.from : undefined;
  }

  /**
   * The base itself, from the store or the history; undefined when only its hash is known.
   */
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
   * Whether this machine pulled or pushed the document that is named as the base. Otherwise it is what the lock file of the
   * repository says, and somebody may have written there what hides a change of live.
   */
  async isOwn(kind: PolicyKind, hash: string): Promise<boolean> {
    return this.#store.isMarked(hash, this.#marking(kind, hash));
  }

  /** What this machine pulled and pushed of a policy, newest first as far as the clock was right. */
  async *pulled(kind: PolicyKind): AsyncGenerator<JsonObject> {
    for (const hash of await this.#store.lastBases(mostLooked)) {
      const text = (await this.isOwn(kind, hash)) ? await this.#store.getBase(hash) : undefined;
      if (text !== undefined) {
        yield (await readLive(kind, text)).document;
      }
    }
  }

  /** Makes the content durable and answers as `put`; the lock file still names the old base. */
  keep(kind: PolicyKind, live: LiveDocument, isOwn = true): Promise<string> {
    const mark = isOwn ? this.#marking(kind, live.hash) : undefined;
    return this.#store.putBase(live.hash, live.text, mark);
  }

  #marking(kind: PolicyKind, hash: string): Marking {
    return (object) => this.#seal.of('base', this.#console, kind.name, hash, object);
  }

  /**
   * Moves the base; only pull, merge, a verdict `applied` and its recovery may do this. False, and nothing is moved, when
   * the lock file or the policy's file is not what it was: a checkout during a push brings files of another base.
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

  /** Lines of earlier versions name no place: they are taken for this console's. */
  #ownBase(kind: Pick<PolicyKind, 'name'>, entry: LockEntry | undefined): string | undefined {
    const isElsewhere = entry?.from !== undefined && this.#placeOf && entry.from !== this.#placeOf(kind);
    return isElsewhere ? undefined : entry?.base;
  }

  /** Finds out before anything is sent whether `move` could work. */
  async check(): Promise<void> {
    await this.#lock.check();
  }

  /** A committed file whose comparison form has the hash of the lock file is the base, whoever committed it. */
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
      // Trust may come later.
      if (isExpected(error) && error.code === 'untrusted') {
        return undefined;
      }
      throw error;
    }
  }

  async #search(kind: PolicyKind, hash: string): Promise<JsonObject | undefined> {
    for await (const { text, spelling } of this.#history.versions(kind)) {
      const document = await PolicyDocument.readInSlices(text, spelling, kind);
      const value = await inSlices(document.valueSteps());
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
