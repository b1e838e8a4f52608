import type { Destination } from '../consoles/destination.ts';
import type { PlannedTests } from '../policyTest/plannedTests.ts';
import type { PolicyDecisionChanges } from '../order/policyDecisionChanges.ts';
import type { JsonObject } from '../json/json.ts';
import type { PlanCounts, PlanStep } from '../policy/planStep.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import type { PolicyState } from './policyState.ts';

export interface PolicyStatus {
  readonly state: PolicyState;
  /** When live was last read, if it ever was in this session. */
  readonly liveReadAt?: Date;
  /** When it was not: of which moment the live document is that the state speaks of. */
  readonly knownAt?: Date;
  /** Why a push of the file would be refused, one sentence each; left out when nothing was found. */
  readonly problems?: readonly string[];
  /** For `failed`, `unknown` and `invalid`: why, one sentence. */
  readonly reason?: string;
  /** For `failed`: the code of the error. */
  readonly code?: string;
  /** For `failed`: how the file stands to what is known without the reading that failed. */
  readonly known?: Exclude<PolicyState, 'failed'>;
  /** The last reading in the background failed, and nothing was read since: when, and why. */
  readonly missed?: { readonly at: Date; readonly reason: string };
}

export interface PullFailure {
  readonly ref: PolicyRef;
  readonly error: Error;
}

export interface PullReport {
  /** Files created or changed. */
  readonly written: readonly PolicyRef[];
  /** Files that already said what live says. */
  readonly unchanged: readonly PolicyRef[];
  /** Files with local edits the user chose to keep. */
  readonly kept: readonly PolicyRef[];
  readonly failed: readonly PullFailure[];
  readonly canceled: boolean;
}

/** The steps from live to working copy, bound to the bytes that would be sent. */
export interface PushPlan {
  readonly ref: PolicyRef;
  /** Where it goes, and to whom: a push goes there or nowhere. */
  readonly destination?: Destination;
  readonly steps: readonly PlanStep[];
  readonly counts: PlanCounts;
  /** Exactly what the PUT sends. */
  readonly body: string;
  /** SHA-256, hex, of `body`. */
  readonly bodyHash: string;
  /** Canonical hash of the live document the plan starts from. */
  readonly liveHash: string;
  /** Live as the console answered it, and as a document. */
  readonly liveText: string;
  readonly live: JsonObject;
  readonly next: JsonObject;
  readonly madeAt: Date;
  /** The push would leave the policy without any rule. */
  readonly emptiesPolicy: boolean;
  /** Canonical hash of `next`. */
  readonly nextHash: string;
  /** Hash of the snapshot that this plan pushes back, when it is an undo. */
  readonly restores?: string;
  /** What that is to whoever asked for it. */
  readonly restoring?: Restoring;
  /**
   * Set when only the repository says what the file was made from, not a pull or a push of this machine: what was done to live
   * since this machine last had it, as far as that is known, and the push would undo. A push needs each named in its confirmation.
   */
  readonly unpulled?: readonly LostChange[];
  /** What is restored is of a push that this machine did not write down. */
  readonly restoresForeign?: boolean;
  /** Set when the plan goes over changes that somebody else made to live. */
  readonly overrides?: PlanOverride;
  /** Earlier pushes of the policy that may still arrive, and would then take this one back. */
  readonly earlier?: readonly EarlierPush[];
  /** The warnings of the file that the live policy does not have, one sentence each. They stop no push. */
  readonly warnings?: readonly string[];
  /** How many warnings the file shares with the live policy. */
  readonly sharedWarnings?: number;
  /** What the tests of the policy say of what would be sent; absent where it has none. */
  readonly tests?: PlannedTests;
  /** Set when the console's collections could not be read: why, one sentence. */
  readonly collectionsUnchecked?: string;
  /** Where it comes from what is said of order, when not from the console: one sentence. */
  readonly collectionsNote?: string;
  /** What gets another deciding rule; absent where nobody said what collections name. */
  readonly consequences?: PolicyDecisionChanges;
}

/** A push without a conclusive answer. */
export interface EarlierPush {
  readonly pushId: string;
  readonly sentAt: Date;
  /** Until when it may still be applied. */
  readonly until: Date;
}

export interface PlanOverride {
  /** Canonical hash of the base; undefined when nothing is known of one. */
  readonly base: string | undefined;
  /** What live would lose. A push needs every one of these named in its confirmation. */
  readonly lost: readonly LostChange[];
  /** What a merge of the working copy with live would do instead; absent where something else is pushed. */
  readonly merge?: 'keeps-both' | 'asks';
}

/** Something in live that is not in what is sent; of a pull, something in the file that is not in live. */
export interface LostChange {
  /** What a confirmation names: `rules/<name>`, or `(document)` for members outside the rules. Others may be named alike. */
  readonly name: string;
  readonly array?: string;
  readonly rule?: string;
  /**
   * What was done to it since the base that would be undone. When nothing is known of the base: `unknown` where it is removed,
   * changed or moved, `perhaps-removed` where it comes in and nobody knows whether it was there before.
   */
  readonly change: PlanStep['kind'] | 'unknown' | 'perhaps-removed';
  /** Of a rename: what it was called before. */
  readonly previousName?: string;
  /** Of a move that passed only this one: which of the two somebody moved is not known. */
  readonly changedPlacesWith?: string;
}

export type PlanOutcome =
  | { readonly kind: 'plan'; readonly plan: PushPlan }
  | { readonly kind: 'nothing-to-push' }
  /** Live differs from base; `changes` are the steps from base to live, when the base is at hand. */
  | { readonly kind: 'drift'; readonly changes: readonly PlanStep[] | undefined; readonly liveText: string }
  /** `takenFrom`: the place that the lock file names for the base, when it is another one than the console's. */
  | { readonly kind: 'no-base'; readonly liveText: string; readonly takenFrom?: string }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
  | { readonly kind: 'unknown-collections'; readonly missing: readonly MissingCollection[] };

export interface MissingCollection {
  readonly array: string;
  readonly rule: string;
  readonly index: number;
  readonly collection: string;
}

/** Where a push is, in this order. */
export type PushStep =
  'saving-snapshot' | 'reading-live' | 'sending' | 'reading-back' | 'waiting' | 'settled';

/** What it is to push a snapshot: to take the last push back, to take that back, or to go to any earlier state. */
export type Restoring = 'undo' | 'redo' | 'restore';

/** How a push ended. */
export type Verdict = 'applied' | 'not-applied' | 'foreign-change' | 'unknown';

export interface PushOutcome {
  readonly verdict: Verdict;
  /** Id of the journal entry; its snapshot is what "undo" pushes back. */
  readonly pushId: string;
  /** The time of that entry: what tells of the push later names it by this. */
  readonly openedAt: Date;
  /** Hash of the snapshot of live taken before the PUT. */
  readonly snapshot: string;
  /** Why the verdict is not `applied`, or what is left to do here although it is: one sentence. */
  readonly reason?: string;
  /** For `applied`: what the console did by itself to what was sent, one sentence each. */
  readonly consoleEdits?: readonly string[];
  /** Steps from what was sent to the live policy, when that is not nothing. */
  readonly difference?: readonly PlanStep[];
  /** For `unknown`: until when what was sent may still be applied. */
  readonly mayArriveUntil?: Date;
}

/** A push that was left open, or had ended otherwise, and what a later look at live made of it. */
export interface RecoveredPush {
  /** Nothing is settled yet: another look is due. */
  readonly isOpen: boolean;
  readonly ref: PolicyRef;
  readonly pushId: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly mayArriveUntil?: Date;
  /** The look failed, as live could not be read, or the disk is full: the next one may settle it, however late it comes. */
  readonly isFailed?: true;
  /** It had been told already that the verdict is unknown: by the push itself, which nothing interrupted, or by an earlier look. */
  readonly hadEnded?: true;
  /** The verdict that had been recorded, and told, and is not so any more. */
  readonly corrects?: Verdict;
}
