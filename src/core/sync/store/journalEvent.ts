import type { Destination } from '../../consoleFile/destination.ts';
import type { PolicyName } from '../../policy/families.ts';
import type { PlanCounts, PlanStep } from '../../policy/planStep.ts';
import type { Restoring, Verdict } from '../outcomes.ts';

/**
 * Meaning of the answer to a PUT. `refused`: the console did nothing and will do nothing. `done`: success,
 * which proves nothing until the live policy shows a part of it. `open`: no proof; the console may still be
 * working on it.
 */
export type PutAnswer = 'refused' | 'done' | 'open';

/** A step without the values of its fields, which may be secret. */
export type JournalStep = { readonly fields?: readonly string[] } & Record<string, unknown>;

export interface OpenedEvent {
  readonly event: 'opened';
  readonly version: 1;
  readonly id: string;
  /** RFC 3339 time, as in all events. */
  readonly at: string;
  /** The process that pushes. */
  readonly pid: number;
  readonly console: string;
  readonly policy: PolicyName;
  readonly author?: string;
  /** Access key of the push: the first characters of its id. */
  readonly account?: string;
  readonly destination?: Destination;
  /** Hash of the snapshot that the push restores. */
  readonly restores?: string;
  /** Purpose of the restore. */
  readonly restoring?: Restoring;
  /**
   * Base of a push over changes of someone else (null without a known base); `lost` names the lost changes.
   */
  readonly base?: string | null;
  readonly lost?: readonly string[];
  /** Facts at sending, one per line: changed decisions, tests, skipped checks. */
  readonly told?: readonly string[];
  /** Confirmed needs of the push, each a `NeedKind`. */
  readonly confirmed?: readonly string[];
  /** Canonical hashes of the live policy before and of the sent policy, and SHA-256 of the body. */
  readonly live: string;
  readonly next: string;
  readonly body: string;
  /** Store hash of the sent policy, without its secrets. */
  readonly document: string;
  readonly steps: readonly JournalStep[];
}

export type JournalEvent =
  | OpenedEvent
  /** The live policy before the push is durable under this hash. */
  | { readonly event: 'snapshot'; readonly at: string; readonly object: string }
  | { readonly event: 'sending'; readonly at: string }
  | {
      readonly event: 'answered';
      readonly at: string;
      readonly error?: { code: string; message: string };
      readonly answer: PutAnswer;
    }
  /** The live policy after the push: its canonical hash, and its store hash as `object`. */
  | { readonly event: 'read-back'; readonly at: string; readonly live: string; readonly object: string }
  | {
      readonly event: 'verdict';
      readonly at: string;
      readonly verdict: Verdict;
      readonly reason?: string;
      /** Edits of the console in the sent policy, one sentence each. */
      readonly consoleEdits?: readonly string[];
    }
  | { readonly event: 'base-moved'; readonly at: string; readonly base: string }
  /** The live policy disproves this result of a closed push. The new result follows. */
  | { readonly event: 'corrected'; readonly at: string; readonly verdict: Verdict; readonly reason?: string }
  /** The push is settled, and no work is left. */
  | { readonly event: 'closed'; readonly at: string };

/** One push, as its journal records it. */
export interface PushRecord extends Omit<OpenedEvent, 'event' | 'version'> {
  readonly counts: PlanCounts;
  /** Hash of the document before the push. */
  readonly snapshot?: string;
  readonly sent: boolean;
  /** Time when sending began or the answer came, which may be much later. */
  readonly openSince?: string;
  /** Meaning of the answer; absent before the answer. */
  readonly answer?: PutAnswer;
  /** Store hash of the live policy after the push; `seen` is its canonical hash. */
  readonly after?: string;
  readonly seen?: string;
  readonly verdict?: Verdict;
  readonly reason?: string;
  readonly consoleEdits?: readonly string[];
  /** The result before a correction, and the time of the correction. */
  readonly corrected?: { readonly at: string; readonly verdict: Verdict; readonly reason?: string };
  readonly baseMoved: boolean;
  readonly closed: boolean;
  readonly closedAt?: string;
  /** True when this computer did not write the whole record. */
  readonly foreign?: boolean;
}

export function withoutValues(steps: readonly PlanStep[]): JournalStep[] {
  return steps.map((step) =>
    'fields' in step ? { ...step, fields: step.fields.map(({ path }) => path) } : step,
  );
}

/** The planned steps, without the values of their fields. */
export function plannedSteps({ steps }: Pick<PushRecord, 'steps'>): PlanStep[] {
  return steps.map((step) => ({ ...step, fields: [] })) as unknown as PlanStep[];
}
