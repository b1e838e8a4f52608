import type { Destination } from '../../consoles/destination.ts';
import type { PolicyName } from '../../policy/families.ts';
import type { PlanCounts, PlanStep } from '../../policy/planStep.ts';
import type { Restoring, Verdict } from '../outcomes.ts';

/**
 * What the answer to a PUT says. `refused`: nothing was done and nothing will be. `done`: success, which proves nothing until
 * live shows something of it. `open`: nothing; somebody may still be working on it.
 */
export type PutAnswer = 'refused' | 'done' | 'open';

/** A step without the values of its fields, which may be secret. */
export type JournalStep = { readonly fields?: readonly string[] } & Record<string, unknown>;

export interface OpenedEvent {
  readonly event: 'opened';
  readonly version: 1;
  readonly id: string;
  /** RFC 3339, as in all events. */
  readonly at: string;
  /** The process that pushes. */
  readonly pid: number;
  readonly console: string;
  readonly policy: PolicyName;
  readonly author?: string;
  /** The access key it was sent with: the first characters of its id. */
  readonly account?: string;
  /** Where it was sent, and to whom. */
  readonly destination?: Destination;
  /** Hash of the snapshot that is pushed back. */
  readonly restores?: string;
  /** What that was; earlier versions did not write it. */
  readonly restoring?: Restoring;
  /** For a push over somebody else's changes: the base it went over (null: none was known), and what was named as lost. */
  readonly base?: string | null;
  readonly lost?: readonly string[];
  /** What was known when it was sent, in lines: what changes hands, tests, what was not checked. Earlier versions kept none. */
  readonly told?: readonly string[];
  /** The needs that were confirmed before it was sent: each a `NeedKind`. Earlier versions kept none. */
  readonly confirmed?: readonly string[];
  /** Canonical hashes of live before, of what is sent, and SHA-256 of the body. */
  readonly live: string;
  readonly next: string;
  readonly body: string;
  /** Hash in the store of what is sent, without its secrets. */
  readonly document: string;
  readonly counts: PlanCounts;
  readonly steps: readonly JournalStep[];
}

export type JournalEvent =
  | OpenedEvent
  /** Live as it was is durable under this hash. */
  | { readonly event: 'snapshot'; readonly at: string; readonly object: string }
  | { readonly event: 'sending'; readonly at: string }
  | {
      readonly event: 'answered';
      readonly at: string;
      readonly error?: { code: string; message: string };
      /** What the answer says. */
      readonly answer?: PutAnswer;
    }
  /** What the console holds now: canonical hash, and the hash of the document in the store. */
  | { readonly event: 'read-back'; readonly at: string; readonly live: string; readonly object: string }
  | {
      readonly event: 'verdict';
      readonly at: string;
      readonly verdict: Verdict;
      readonly reason?: string;
      /** What the console did by itself to what was sent, one sentence each. */
      readonly consoleEdits?: readonly string[];
    }
  | { readonly event: 'base-moved'; readonly at: string; readonly base: string }
  /** A push that had been closed: live shows that its verdict is not so any more. The new one follows. */
  | { readonly event: 'corrected'; readonly at: string; readonly verdict: Verdict; readonly reason?: string }
  /** Nothing is left to find out or to do. */
  | { readonly event: 'closed'; readonly at: string };

/** One push as its journal tells it. */
export interface PushRecord extends Omit<OpenedEvent, 'event' | 'version'> {
  /** Hash of the document before the push. */
  readonly snapshot?: string;
  readonly sent: boolean;
  /** When sending began, or an answer came, which may have been long after. */
  readonly openSince?: string;
  /** What the answer says; absent while there is none. */
  readonly answer?: PutAnswer;
  /** Hash of the document read after it, and its canonical hash. */
  readonly after?: string;
  readonly seen?: string;
  readonly verdict?: Verdict;
  readonly reason?: string;
  readonly consoleEdits?: readonly string[];
  /** The verdict that had been recorded before live showed otherwise, and when it was corrected. */
  readonly corrected?: { readonly at: string; readonly verdict: Verdict; readonly reason?: string };
  readonly baseMoved: boolean;
  readonly closed: boolean;
  readonly closedAt?: string;
  /** This machine did not write it, or not all of it. */
  readonly foreign?: boolean;
}

export function withoutValues(steps: readonly PlanStep[]): JournalStep[] {
  return steps.map((step) =>
    'fields' in step ? { ...step, fields: step.fields.map(({ path }) => path) } : step,
  );
}
