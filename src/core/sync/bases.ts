import { defined } from '../util/defined.ts';
import { readPolicySteps } from '../document/reading/readPolicy.ts';
import { valueSteps, valueSharingRules } from '../document/ruleDigests.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind, PolicyName } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import { isExpected } from '../util/errors.ts';
import { inSlices, pause } from '../util/inSlices.ts';
import type { Clock, ConsoleSyncDeps } from './ports.ts';
import { readLive, type LiveDocument } from './readLive.ts';
import type { LockEntry, LockFile } from './store/lockFile.ts';
import type { Marking, ObjectStore } from './store/objectStore.ts';
import { updateOf } from '../document/updatedText.ts';
import { mergePolicies } from '../policy/merge/mergePolicies.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import { workingCopy, type WorkingCopy } from './workingCopy.ts';

export interface BaseMove {
  /** The base hash that the caller read before the move. */
  readonly expected: string | undefined;
  /** Returns true when the policy file is based on the new base. The move calls it as late as possible. */
  readonly isMadeFrom: () => Promise<boolean>;
}

interface BasesParts extends Pick<ConsoleSyncDeps, 'console' | 'seal' | 'logger' | 'baseHistory'> {
  readonly lock: LockFile;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly addressOf: ((kind: Pick<PolicyKind, 'name'>) => string) | undefined;
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
    const entry = defined({ base: hash, at: clock.now().toISOString(), from: addressOf?.(kind) });
    return lock.set(kind.name, entry, async (line) => {
      const base = this.#ownBase(kind, line);
      return (base === move.expected || base === hash) && (await move.isMadeFrom());
    });
  }

  /** A line without an address counts as a line of this console. */
  #ownBase(kind: Pick<PolicyKind, 'name'>, entry: LockEntry | undefined): string | undefined {
    const isElsewhere =
      entry?.from !== undefined && this.#parts.addressOf && entry.from !== this.#parts.addressOf(kind);
    return isElsewhere ? undefined : entry?.base;
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

/** New content of a policy file, and the live policy that it is based on. */
interface FileOverLive {
  /** The file as it was read; undefined for a new file. */
  readonly file: WorkingCopy | undefined;
  /** Canonical hash of the base when the file was read. */
  readonly base: string | undefined;
  readonly live: LiveDocument;
  readonly spelling: Spelling;
  /** The new content; the live policy by default. A file with this content is not written. */
  readonly merged?: JsonObject;
  /** True to write the live policy with all fields that the console fills in. */
  readonly full?: boolean | undefined;
  /** False when only the repository names the base of the file: then the new base is unverified, too. */
  readonly isOwn?: boolean;
}

/**
 * Writes a policy file and moves its base to the live policy. Returns false when a checkout changed the base or
 * the file. The caller has the mutex of the policy. Throws ExpectedError `file-changed` and errors of the disk.
 */
export async function writeFileAndBase(
  { copies, bases, console }: Pick<ConsoleSyncDeps, 'copies' | 'console'> & { readonly bases: Bases },
  kind: PolicyKind,
  { file, base, live, spelling, merged, full, isOwn }: FileOverLive,
): Promise<boolean> {
  // The file may be based on the base that a checkout brought.
  if ((await bases.hash(kind)) !== base) {
    return false;
  }
  const ref = { console, policy: kind.name };
  const before = file?.document;
  const hash = merged ? canonicalHash(kind, merged) : live.hash;
  const updated = async () => {
    const value = merged ?? pulledForm(kind, live.document, { full });
    await pause();
    return updateOf(before, spelling, kind, value);
  };
  let written: string | undefined;
  // The content of the base comes first and the lock file last. A crash in between never leaves a base that
  // does not belong to the file.
  const kept = bases.keep(kind, live, isOwn);
  if (file?.hash !== hash) {
    const [update] = await Promise.all([updated(), kept]);
    await copies.write(ref, spelling, update, before?.text);
    written = typeof update === 'string' ? update : undefined;
  }
  await kept;
  return bases.move(kind, live, {
    expected: base,
    isMadeFrom: async () =>
      // A text that is still as written needs no comparison; any other text has to be parsed.
      (written !== undefined && (await copies.text(ref)) === written) ||
      (await workingCopy({ copies, console }, kind))?.hash === hash,
  });
}

/**
 * Returns true when the policy file contains every change from `before` to `live`, perhaps with newer edits.
 * Otherwise the file is still based on `before`, as after a checkout during the push. With `live` as its
 * base, the file would undo the push. `text` is the pushed file.
 */
export async function isMadeFrom(
  context: Pick<ConsoleSyncDeps, 'copies' | 'console'>,
  kind: PolicyKind,
  before: JsonObject | undefined,
  live: LiveDocument,
  text?: string,
): Promise<boolean> {
  const now = await context.copies.text({ console: context.console, policy: kind.name });
  const file = now === undefined || now === text ? undefined : await workingCopy(context, kind);
  if (!file) {
    return true;
  }
  const { hash, document } = file;
  if (hash === undefined || !before || hash === live.hash) {
    return hash === live.hash;
  }
  if (hash === canonicalHash(kind, before)) {
    return false;
  }
  const ours = pulledForm(kind, before);
  const theirs = pulledForm(kind, live.document);
  const mine = valueSharingRules(document, kind, ours);
  if (!mine) {
    return false;
  }
  const { merged, open } = mergePolicies(kind, ours, mine, theirs);
  return open.length === 0 && canonicalHash(kind, merged) === hash;
}
