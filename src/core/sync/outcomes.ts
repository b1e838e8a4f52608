import type { MissingCollection } from '../policy/sentForm.ts';
import type { Destination } from '../consoleFile/destination.ts';
import type { PlannedTests } from '../policyTest/runTests.ts';
import type { PolicyDecisionChanges } from '../order/policyDecisionChanges.ts';
import type { JsonObject } from '../json/json.ts';
import type { PlanCounts, PlanStep } from '../policy/ruleDiff.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { l10n } from '../util/l10n.ts';

export interface PullReport {
  /** Files created or changed. */
  readonly written: readonly PolicyRef[];
  /** Files that already equal the live policy. */
  readonly unchanged: readonly PolicyRef[];
  /** Files with local edits that the user chose to keep. */
  readonly kept: readonly PolicyRef[];
  readonly failed: readonly { readonly ref: PolicyRef; readonly error: Error }[];
  readonly canceled: boolean;
}

/** The steps from the live policy to the planned policy, bound to the bytes that would be sent. */
export interface PushPlan {
  readonly ref: PolicyRef;
  /** Destination of the push, which goes there or nowhere. */
  readonly destination: Destination;
  readonly steps: readonly PlanStep[];
  readonly counts: PlanCounts;
  /** Exact body of the PUT. */
  readonly body: string;
  /** SHA-256, hex, of `body`. */
  readonly bodyHash: string;
  /** Canonical hash of the live policy that the plan starts from. */
  readonly liveHash: string;
  /** The live policy as the console answered it; `live` is the same policy as a document. */
  readonly liveText: string;
  readonly live: JsonObject;
  readonly next: JsonObject;
  readonly madeAt: Date;
  /** True when the push would leave the policy without any rule. */
  readonly emptiesPolicy: boolean;
  /** Canonical hash of `next`. */
  readonly nextHash: string;
  /** Hash of the snapshot that this plan pushes back, for a restore. */
  readonly restores?: string;
  /** Purpose of the restore. */
  readonly restoring?: Restoring;
  /**
   * Present when only the repository names the base, not a pull or push on this computer. Lists known
   * changes on the console since the last pull or push here that the push would undo. A push needs the name
   * of each in its confirmation.
   */
  readonly unpulled?: readonly LostChange[];
  /** True when this computer did not record the push whose snapshot is restored. */
  readonly restoresForeign?: boolean;
  /** Present when the plan overrides changes that someone else made on the console. */
  readonly overrides?: PlanOverride;
  /** Unresolved pushes of the policy that may still be applied, and would overwrite this one. */
  readonly earlier?: readonly EarlierPush[];
  /** The warnings of the file that the live policy does not have. They stop no push. */
  readonly warnings?: BroughtWarnings;
  /** Number of warnings that the file shares with the live policy. */
  readonly sharedWarnings?: number;
  /** Results of the policy tests for the planned policy; absent without tests. */
  readonly tests?: PlannedTests;
  /** Reason why Ordinance could not read the collections, one sentence; absent after a successful read. */
  readonly collectionsUnchecked?: string;
  /** Source of the collections behind the changed decisions, when not the console: one sentence. */
  readonly collectionsNote?: string;
  /** Changed decisions; absent without known collection contents. */
  readonly decisionChanges?: PolicyDecisionChanges;
}

/** The first warnings have a sentence each; the others are only counted. */
interface BroughtWarnings {
  readonly count: number;
  readonly first: readonly string[];
}

/** Returns the hash of the base that the plan was made with. */
export function plannedBase({ overrides, liveHash }: PushPlan): string | undefined {
  return overrides ? overrides.base : liveHash;
}

/** An unresolved push. */
export interface EarlierPush {
  readonly pushId: string;
  readonly sentAt: Date;
  /** Time until which the console may still apply the push. */
  readonly until: Date;
}

export interface PlanOverride {
  /** Canonical hash of the base; undefined without a known base. */
  readonly base: string | undefined;
  /** Changes on the console that the push would undo. A push needs the name of each in its confirmation. */
  readonly lost: readonly LostChange[];
}

/**
 * A change in the live policy that the sent policy lacks. For a pull: a change in the file that the live
 * policy lacks.
 */
export interface LostChange {
  /**
   * Name for a confirmation: `rules/<name>`, or `(document)` for policy-level fields. Several changes may
   * share a name.
   */
  readonly name: string;
  readonly rule?: string;
  /**
   * Kind of the change since the base that would be undone. Without a known base, `unknown` marks a removed,
   * changed or moved rule. `perhaps-removed` then marks an added rule that may have existed before.
   */
  readonly change: PlanStep['kind'] | 'unknown' | 'perhaps-removed';
  /** Previous name, for a rename. */
  readonly previousName?: string;
  /** The other rule of a swap, for a move past one rule: either of the two may have moved. */
  readonly changedPlacesWith?: string;
}

export type PlanOutcome =
  | { readonly kind: 'plan'; readonly plan: PushPlan }
  | { readonly kind: 'nothing-to-push' }
  /**
   * The live policy differs from the base. `changes` are the steps from the base to the live policy, if the
   * base is available.
   */
  | { readonly kind: 'drift'; readonly changes: readonly PlanStep[] | undefined }
  /** `takenFrom` is the place that the lock file names for the base, when it is not the console's place. */
  | { readonly kind: 'no-base'; readonly takenFrom?: string }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
  | { readonly kind: 'unknown-collections'; readonly missing: readonly MissingCollection[] };

/** A missing plan that stops a push. */
export type RefusedOutcome = Exclude<PlanOutcome, { kind: 'plan' } | { kind: 'nothing-to-push' }>;

/** Steps of a push, in this order. */
export type PushStep =
  'saving-snapshot' | 'reading-live' | 'sending' | 'reading-back' | 'waiting' | 'settled';

/** Purpose of pushing a snapshot: undo the last push, redo it, or restore any earlier state. */
export type Restoring = 'undo' | 'redo' | 'restore';

/** Result of a push. */
export type Verdict = 'applied' | 'not-applied' | 'foreign-change' | 'unknown';

/** The result of a push in words. */
export function verdictWords(verdict: Verdict | undefined): string {
  const words: Readonly<Record<Verdict, string>> = {
    applied: l10n.t('applied'),
    'not-applied': l10n.t('not applied'),
    'foreign-change': l10n.t('different'),
    unknown: l10n.t('unknown'),
  };
  return verdict === undefined ? l10n.t('unresolved') : words[verdict];
}

/** The result of a later read in one line, for terminal and log. */
export function recoveredLine({ ref, pushId, verdict, reason, corrects }: RecoveredPush): string {
  const what = corrects === undefined ? 'was unresolved' : 'has another result than reported';
  return `${ref.policy}: an earlier push ${what}: ${verdictWords(verdict)}${reason ? `: ${reason}` : ''} (push ${pushId})`;
}

/**
 * The result for the policy file after a restore. `left` means that the file differs from the replaced live
 * policy, or has another base.
 */
export type FileAfterRestore = 'follows' | 'left' | 'none';

/** A result of a push by its last look at the live policy. */
export interface Settlement {
  readonly verdict: Verdict;
  /** Reason for a result other than `applied`, or the work that is left after it: one sentence. */
  readonly reason?: string;
  /** Edits of the console in the sent policy, for `applied`, one sentence each. */
  readonly consoleEdits?: readonly string[];
  /** Steps from the sent policy to the live policy, if they differ. */
  readonly difference?: readonly PlanStep[];
  /** Time until which the console may still apply the push, for `unknown`. */
  readonly mayArriveUntil?: Date;
}

export interface PushOutcome extends Settlement {
  /** Id of the journal entry; an undo pushes its snapshot back. */
  readonly pushId: string;
  /** Time of the journal entry, by which later messages name the push. */
  readonly openedAt: Date;
  /** Store hash of the live policy before the PUT. */
  readonly snapshot: string;
  /** Result for the policy file, for a restore. */
  readonly file?: FileAfterRestore;
}

/** An unresolved or finished push, with the result of a later read. */
export interface RecoveredPush extends Settlement {
  /** True while the push is unresolved and needs another read. */
  readonly isOpen: boolean;
  readonly ref: PolicyRef;
  readonly pushId: string;
  /**
   * True when the recheck failed, because of an unreadable live policy or a full disk. The next recheck may
   * settle the push, however late.
   */
  readonly isFailed?: true;
  /** True when the push itself or an earlier recheck already reported the result as unknown. */
  readonly hadEnded?: true;
  /** The recorded and reported result that this recheck corrects. */
  readonly corrects?: Verdict;
}
