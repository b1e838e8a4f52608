import type { PolicyWarning } from '../document/diagnostic.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import type { TextUpdate } from '../document/updatedText.ts';
import type { Destination } from '../consoles/destination.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { JsonObject } from '../json/json.ts';
import type { PlannedTests } from '../policyTest/plannedTests.ts';
import type { PolicyKind, PolicyName } from '../policy/families.ts';
import type { PolicyRef, Spelling } from '../policy/policyFile.ts';
import type { Disposable } from '../util/disposable.ts';

/** Live as it was read for a push. */
export interface ReplaceableLive {
  /** Exactly as the console answered. */
  readonly text: string;
  /**
   * Sends exactly these bytes, once, in place of what was read. Credentials and connection are those of the reading:
   * nothing is awaited before the bytes leave. Resolves when the console answered with success, `accepted` when it said
   * that it is not done yet; never retried. An error with `mayHaveArrived: false` proves that nothing was done and nothing will be.
   */
  readonly replace: (body: string) => Promise<'accepted' | void>;
}

/** What sync needs of a console. `src/core/console` has the real one; errors are `ExpectedError`s or `CanceledError`s. */
export interface LivePolicies {
  /** The text of the document exactly as the console answered. */
  read(kind: PolicyKind, signal?: AbortSignal): Promise<string>;
  /** The same for a push, which can replace only live that it has just read. */
  readToReplace(kind: PolicyKind, signal?: AbortSignal): Promise<ReplaceableLive>;
  /** Names of all collections of the console. */
  collectionNames(signal?: AbortSignal): Promise<ReadonlySet<string>>;
  /** Where requests go, and to whom; plans are bound to it. Absent where it may change: then `pin` says it. */
  readonly destination?: Destination;
  /**
   * The same over one connection that is kept until it is disposed. Its requests go where `destination` says, or fail,
   * from the moment at which somebody changed what it was made from; only what was sent before is followed to its end.
   */
  pin?(): Promise<LivePolicies & Disposable>;
}

export interface WorkingCopy {
  readonly ref: PolicyRef;
  readonly spelling: Spelling;
  readonly text: string;
  /** The text, read: the same object as long as nothing changed, and never changed itself. */
  readonly document: PolicyDocument;
  /** Absolute path, for messages. */
  readonly path: string;
  /** True when the text comes from an editor with unsaved changes. */
  readonly unsaved: boolean;
}

/** The policy files of the workspace. The editor reads through open documents, the command line from disk. */
export interface WorkingCopies {
  read(ref: PolicyRef): Promise<WorkingCopy | undefined>;
  /** The text alone, to be compared. */
  text(ref: PolicyRef): Promise<string | undefined>;
  /**
   * Creates the file, replaces it as a whole, or edits it, and saves it. `expected` is the text the caller saw, and that of edits; a
   * file that changed since is refused.
   */
  write(ref: PolicyRef, spelling: Spelling, update: TextUpdate, expected: string | undefined): Promise<void>;
}

/** Where the folder of one console keeps what must outlive a session. */
export interface SyncPaths {
  /** Absolute folder of this console's policy files; `ordinance.lock.json` lies in it. */
  readonly policyFolder: string;
  /** Absolute `.ordinance` folder of the workspace. */
  readonly storeFolder: string;
}

/** A live document that was seen once. */
export interface SeenLive {
  /** Canonical. */
  readonly hash: string;
  readonly readAt: Date;
}

/** Keeps beyond a session what was seen of live. */
export interface LiveMemory {
  recall(policy: PolicyName): SeenLive | undefined;
  keep(policy: PolicyName, live: SeenLive): void;
}

export interface Clock {
  now(): Date;
}

/**
 * What a plan mentions of a working copy and no push is refused for, one line each. `collections`: what those of the console name,
 * as far as that is known; undefined where nothing is to be said of order.
 */
export type PolicyWarnings = (
  document: PolicyDocument,
  kind: PolicyKind,
  collections?: KnownCollections,
) => readonly PolicyWarning[] | Promise<readonly PolicyWarning[]>;

/** What the tests of a policy say of what would be pushed; undefined where it has none, or nobody asks for them. */
export type PolicyTests = (
  kind: PolicyKind,
  document: JsonObject,
  signal: AbortSignal | undefined,
) => Promise<PlannedTests | undefined>;

/** What must be put right in a working copy before it may be pushed, one sentence each; nothing when it may. */
export type PolicyValidator = (
  document: PolicyDocument,
  kind: PolicyKind,
) => readonly string[] | Promise<readonly string[]>;

/** Where the content of a base may lie when the store does not have it, as after a clone. */
export interface BaseHistory {
  /**
   * Texts of the policy's file as it was committed, newest first, each asked for when the last did not do. Throws
   * ExpectedError `untrusted` as long as nobody may look.
   */
  versions(kind: PolicyKind): AsyncIterable<{ readonly text: string; readonly spelling: Spelling }>;
}
