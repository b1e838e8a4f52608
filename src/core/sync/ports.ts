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

/** The live policy that was read for a push. */
export interface ReplaceableLive {
  /** Exact text of the answer. */
  readonly text: string;
  /**
   * Sends exactly these bytes once, in place of the read policy, and never retries. Uses the credentials and
   * the connection of the read, and awaits nothing before the bytes leave. Resolves when the console answers
   * with success; `accepted` means that the console has not finished. An error with `mayHaveArrived: false`
   * proves that the console did nothing and will do nothing.
   */
  readonly replace: (body: string) => Promise<'accepted' | void>;
}

/**
 * Interface of sync to a console; `src/core/console` implements it. Errors are `ExpectedError`s or
 * `CanceledError`s.
 */
export interface LivePolicies {
  /** Returns the text of the policy exactly as the console answered. */
  read(kind: PolicyKind, signal?: AbortSignal): Promise<string>;
  /** Reads the policy for a push, which can replace only a policy that it has just read. */
  readToReplace(kind: PolicyKind, signal?: AbortSignal): Promise<ReplaceableLive>;
  /** Names of all collections of the console. */
  collectionNames(signal?: AbortSignal): Promise<ReadonlySet<string>>;
  /** Destination of requests; plans are bound to it. Absent when it may change: then `pin` provides it. */
  readonly destination?: Destination;
  /**
   * Opens one connection that lasts until it is disposed. Its requests go to `destination`, and fail after a
   * change of the settings. A request that was already sent is still followed to its end.
   */
  pin?(): Promise<LivePolicies & Disposable>;
}

export interface WorkingCopy {
  readonly ref: PolicyRef;
  readonly spelling: Spelling;
  readonly text: string;
  /** The parsed text. The object never changes, and stays the same for an unchanged text. */
  readonly document: PolicyDocument;
  /** Absolute path, for messages. */
  readonly path: string;
  /** True when the text comes from an editor with unsaved changes. */
  readonly unsaved: boolean;
}

/** The policy files of the workspace. The editor reads through open documents, the command line from disk. */
export interface WorkingCopies {
  read(ref: PolicyRef): Promise<WorkingCopy | undefined>;
  /** Returns the text alone, for comparisons. */
  text(ref: PolicyRef): Promise<string | undefined>;
  /**
   * Creates, replaces or edits the file, and saves it. `expected` is the text that the caller read and that
   * edits refer to. A file that changed since then is refused.
   */
  write(ref: PolicyRef, spelling: Spelling, update: TextUpdate, expected: string | undefined): Promise<void>;
}

/** Folders for the data of one console that outlives a session. */
export interface SyncPaths {
  /** Absolute folder of this console's policy files; `ordinance.lock.json` lies in it. */
  readonly policyFolder: string;
  /** Absolute `.ordinance` folder of the workspace. */
  readonly storeFolder: string;
}

/** A live policy that was read once. */
export interface SeenLive {
  /** Canonical hash of the policy. */
  readonly hash: string;
  readonly readAt: Date;
}

/** Keeps the last read live policies beyond a session. */
export interface LiveMemory {
  recall(policy: PolicyName): SeenLive | undefined;
  keep(policy: PolicyName, live: SeenLive): void;
}

export interface Clock {
  now(): Date;
}

/**
 * Returns the warnings of a policy file that stop no push, one line each. `collections` has the known
 * collection contents; undefined leaves out warnings about order.
 */
export type PolicyWarnings = (
  document: PolicyDocument,
  kind: PolicyKind,
  collections?: KnownCollections,
) => readonly PolicyWarning[] | Promise<readonly PolicyWarning[]>;

/** Runs the tests of a policy on the planned policy; undefined without tests, or when tests are off. */
export type PolicyTests = (
  kind: PolicyKind,
  document: JsonObject,
  signal: AbortSignal | undefined,
) => Promise<PlannedTests | undefined>;

/** Returns the problems of a policy file that stop a push, one sentence each. */
export type PolicyValidator = (
  document: PolicyDocument,
  kind: PolicyKind,
) => readonly string[] | Promise<readonly string[]>;

/** History that may have the content of a base when the store lacks it, as after a clone. */
export interface BaseHistory {
  /**
   * Yields committed texts of the policy file, newest first, each on demand. Throws ExpectedError `untrusted`
   * until the user trusts the workspace.
   */
  versions(kind: PolicyKind): AsyncIterable<{ readonly text: string; readonly spelling: Spelling }>;
}
