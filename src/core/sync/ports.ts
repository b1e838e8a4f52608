import type { PolicyWarning } from '../document/diagnostic.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import type { TextUpdate } from '../document/updatedText.ts';
import type { Destination, PolicyLocation } from '../consoleFile/destination.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { JsonObject } from '../json/json.ts';
import type { PlannedTests } from '../policyTest/runTests.ts';
import type { ListOrder } from '../order/orderReader.ts';
import type { PolicyKind, PolicyName } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';
import type { Disposable } from '../util/disposable.ts';
import type { Logger } from '../util/logger.ts';
import type { Seal } from './store/seal.ts';

/** A live policy that was read, and the only way to replace it. */
export interface ReplaceableLive {
  /** Exact text of the answer. */
  readonly text: string;
  /**
   * Sends exactly these bytes once, in place of the read policy, and never retries. Uses the credentials and
   * the connection of the read, and awaits nothing before the bytes leave. Resolves when the console answers
   * with success; `accepted` means that the work of the console goes on. An error with `mayHaveArrived: false`
   * proves that the console did nothing and will do nothing.
   */
  readonly replace: (body: string) => Promise<'accepted' | void>;
}

/**
 * Interface of sync to a console; `src/core/console` implements it. Errors are `ExpectedError`s or
 * `CanceledError`s.
 */
export interface LivePolicies {
  /** Reads the policy. A push can replace only a policy that it has just read. */
  readPolicy(kind: PolicyKind, signal?: AbortSignal): Promise<ReplaceableLive>;
  /** Names of all collections of the console. */
  collectionNames(signal?: AbortSignal): Promise<ReadonlySet<string>>;
  /** Destination of all requests; plans are bound to it. */
  readonly destination: Destination;
}

/** The live policies of a console whose destination may change at any time. */
export interface UnpinnedPolicies extends Omit<LivePolicies, 'destination'> {
  /**
   * Opens one connection that lasts until it is disposed. Its requests go to `destination`, and fail after a
   * change of the settings. A request that was already sent is still followed to its end.
   */
  pin(): Promise<LivePolicies & Disposable>;
}

/** The policy files of one console. The editor reads through open documents, the command line from disk. */
export interface WorkingCopies {
  /** An unchanged text stays the same object. */
  read(kind: PolicyKind): Promise<PolicyDocument | undefined>;
  /** Returns the text alone, for comparisons. */
  text(kind: PolicyKind): Promise<string | undefined>;
  /**
   * Creates, replaces or edits the file, and saves it. `expected` is the text that the caller read and that
   * edits refer to. A file that changed since then is refused.
   */
  write(
    kind: PolicyKind,
    spelling: Spelling,
    update: TextUpdate,
    expected: string | undefined,
  ): Promise<void>;
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

/** Returns the problems of a policy file that stop a push, one sentence each. */
type PolicyValidator = (
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

/** Collection contents for the changed decisions of a plan. */
export interface PlanCollections {
  readonly contents: KnownCollections;
  /** Source of the contents for readers, one sentence; undefined for a new answer of the console. */
  readonly note?: string | undefined;
}

/** The editor and the command line provide this for the sync of one console. */
export interface SyncDeps {
  /** The console's name in `ordinance.yaml`. */
  readonly console: string;
  readonly live: LivePolicies | UnpinnedPolicies;
  readonly copies: WorkingCopies;
  readonly paths: {
    /** Absolute folder of this console's policy files; `ordinance.lock.json` lies in it. */
    readonly policyFolder: string;
    /** Absolute `.ordinance` folder of the workspace. */
    readonly storeFolder: string;
  };
  readonly logger: Logger;
  /** Marks by which this computer recognizes its own records. */
  readonly seal: Seal;
  readonly clock?: Clock;
  /** Waits for so many milliseconds; tests replace it. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Name of the pushing user, for the journal. */
  readonly author?: string;
  /** Returns the account of a push in the form of `shortAccountId`, for the journal. */
  readonly account?: () => Promise<string | undefined>;
  /** Place of the documents of this console: bases and snapshots of another place do not count. */
  readonly whereabouts: PolicyLocation;
  /** Returns true when a push needs the console's name; each call reads the current setting. */
  readonly isProtected?: () => boolean;
  /** Finds bases that the store lacks. */
  readonly baseHistory?: BaseHistory;
  readonly validate?: PolicyValidator;
  /**
   * Returns the warnings of a policy file that stop no push; plans show them. `lists` has the rules of the
   * document; undefined leaves out warnings about order.
   */
  readonly warn?: (
    document: PolicyDocument,
    lists?: readonly ListOrder[],
  ) => readonly PolicyWarning[] | Promise<readonly PolicyWarning[]>;
  /**
   * Runs the tests of a policy on the planned policy; plans list the failing ones. Undefined without tests, or
   * when tests are off.
   */
  readonly test?: (
    kind: PolicyKind,
    document: JsonObject,
    signal: AbortSignal | undefined,
  ) => Promise<PlannedTests | undefined>;
  /** Returns the known collection contents, for the changed decisions of plans. */
  readonly collections?: () => Promise<PlanCollections>;
  /**
   * Returns the collections of a policy file that the console lacks, as far as known without a request. States
   * show them; a plan asks the console again.
   */
  readonly unknownCollections?: PolicyValidator;
  /** Live policies that an earlier session read. */
  readonly memory?: LiveMemory;
}
