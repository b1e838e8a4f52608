import type { PolicyKind } from '../model/families.ts';
import type { JsonObject } from '../model/json.ts';
import type { Logger } from '../util/logger.ts';
import { readLive, type LiveDocument } from './readLive.ts';
import type { LockFile } from './store/lockFile.ts';
import type { ObjectStore } from './store/objectStore.ts';

/** The live documents that working copies were last pulled from or pushed to. The lock file says which, the store what. */
export class Bases {
  readonly #lock: LockFile;
  readonly #store: ObjectStore;
  readonly #logger: Logger;

  constructor(lock: LockFile, store: ObjectStore, logger: Logger) {
    this.#lock = lock;
    this.#store = store;
    this.#logger = logger;
  }

  /** Canonical hash of the base; undefined when nothing is known of one. */
  async hash(kind: PolicyKind): Promise<string | undefined> {
    return (await this.#lock.read()).get(kind.name)?.base;
  }

  /** The base itself; undefined when only its hash is known, as after a clone. */
  async document(kind: PolicyKind): Promise<JsonObject | undefined> {
    const hash = await this.hash(kind);
    const text = hash === undefined ? undefined : await this.#store.getBase(hash);
    if (text === undefined) {
      return undefined;
    }
    try {
      const base = readLive(kind, text);
      return base.hash === hash ? base.document : undefined;
    } catch (error) {
      this.#logger.warn(`the stored base of ${kind.name} cannot be read: ${String(error)}`);
      return undefined;
    }
  }

  /** Makes the content durable; the lock file still names the old base. */
  async keep(live: LiveDocument): Promise<void> {
    await this.#store.putBase(live.hash, live.text);
  }

  /** Moves the base; only pull, a verdict `applied` and its recovery may do this. */
  async move(kind: PolicyKind, live: LiveDocument, at: Date, consoleVersion?: string): Promise<void> {
    await this.keep(live);
    await this.#lock.set(kind.name, {
      base: live.hash,
      at: at.toISOString(),
      ...(consoleVersion === undefined ? {} : { consoleVersion }),
    });
  }

  /** Finds out before anything is sent whether `move` could work. */
  async check(): Promise<void> {
    await this.#lock.check();
  }
}
