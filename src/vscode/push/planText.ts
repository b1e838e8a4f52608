import type { Uri } from 'vscode';
import type { PolicyKind, PolicyName } from '../../core/policy/families.ts';
import {
  verdictWords,
  type PlanOutcome,
  type PushOutcome,
  type PushPlan,
  type Verdict,
} from '../../core/sync/outcomes.ts';
import type { ChangedDecision } from '../../core/order/policyDecisionChanges.ts';
import type { planPush, StaleReason } from '../../core/sync/plan.ts';
import { reviewText, type ReviewEntry, reviewCounts, totalLines } from '../../core/sync/reviewText.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { escapedInJson } from '../../core/util/inertText.ts';
import { l10n } from '../../core/util/l10n.ts';
import { stepsWords } from '../../core/sync/stepWords.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { PastPush } from '../targets/pushes.ts';
import { momentWords } from '../workspace/whenWords.ts';

/** The purpose of a push is to bring edits to the console, or to restore an earlier state. */
export type PushPurpose =
  | { readonly kind: 'push' }
  /** The push restores the state before that push, or before that undo. */
  | { readonly kind: 'undo' | 'redo'; readonly of: PastPush }
  | { readonly kind: 'restore'; readonly to: 'before' | 'after'; readonly of: PastPush };

export const ownEdits: PushPurpose = { kind: 'push' };

/** The subject has the policies and the purpose of a push, which are enough to refresh the plans. */
export interface PushSubject {
  readonly consoleId: string;
  readonly kinds: readonly PolicyKind[];
  readonly purpose: PushPurpose;
  /** The flag is also true when only one of several policies has a plan. */
  readonly isSeveral: boolean;
  /** The function replaces the plan of the policy file. */
  readonly planOne?: typeof planPush;
}

/** The reason for a missing plan. */
export type NoPlan = Exclude<PlanOutcome, { kind: 'plan' }>;

/** The value explains why Ordinance sent nothing. */
export interface NotSentReason {
  readonly reason: string;
  /** The flag is true when the live policy differs from the base; a merge or an override resolves this. */
  readonly isDrift?: boolean;
}

/** A push without an outcome failed after sending, and only the History knows its end. */
interface PushResult {
  readonly kind: 'result';
  readonly at: Date;
  readonly outcome?: Omit<PushOutcome, 'snapshot' | 'openedAt'> & { readonly snapshot?: string };
  /** The reason explains that failure. */
  readonly reason?: string;
}

/**
 * The state of a shown plan. `pushing` leads to one of the others; `since` is missing until a person
 * confirmed the push. `old` and `result` are final, because a refresh shows another view. `differs` means that a new plan
 * differs for a hidden reason, such as collections or tests.
 */
export type PlanState =
  | { readonly kind: 'current' }
  | { readonly kind: 'old'; readonly why: StaleReason | 'differs' | NotSentReason }
  | { readonly kind: 'pushing'; readonly since?: Date }
  | PushResult;

export interface PlanPart {
  readonly plan: PushPlan;
  readonly state: PlanState;
}

/** A refusal is a chosen policy without a plan, with a short reason. */
export interface Refusal {
  readonly policy: PolicyName;
  readonly why: string;
}

/** A rule of a plan, and its lines. */
export interface PlanEntry extends ReviewEntry {
  readonly plan: PushPlan;
}

/** The plans as a text that never changes. Lines are counted from the first line of this text. */
export interface PlanBody {
  readonly lines: readonly string[];
  readonly entries: readonly PlanEntry[];
  /** Keys are lines; values are the changed decisions that the lines show. */
  readonly decisions: ReadonlyMap<number, { readonly plan: PushPlan; readonly of: ChangedDecision }>;
  /** Lines that are folded at first. */
  readonly details: readonly number[];
}

/** A view has one or several plans in a document of their own. Only their state changes. */
export interface PlanView {
  readonly uri: Uri;
  readonly subject: PushSubject;
  readonly body: PlanBody;
  readonly refused: readonly Refusal[];
  parts: readonly PlanPart[];
}

export function planBody(plans: readonly PushPlan[], purpose: PushPurpose): PlanBody {
  const lines: string[] = [];
  const entries: PlanEntry[] = [];
  const decisions = new Map<number, { readonly plan: PushPlan; readonly of: ChangedDecision }>();
  const details: number[] = [];
  if (plans.length > 1) {
    lines.push(...totalLines(plans, headlineOf(plans, purpose)));
  }
  for (const plan of plans) {
    if (lines.length > 0) {
      lines.push('');
    }
    const top = lines.length;
    const review = reviewText(plan, purposeWords(purpose, plan.ref.policy, plan.ref.console).headline);
    for (const { line, end, steps } of review.entries) {
      entries.push({ line: line + top, end: end + top, steps, plan });
    }
    review.decisions.forEach((of, line) => decisions.set(line + top, { plan, of }));
    details.push(review.details + top);
    lines.push(...review.lines);
  }
  return { lines, entries, decisions, details };
}

/** The text has the state of the plans and the refused policies above the plans themselves. */
export function planText({
  parts,
  refused,
  body,
  subject: { purpose },
}: Pick<PlanView, 'parts' | 'refused' | 'body' | 'subject'>): string {
  const isOver = parts.some(({ state }) => state.kind === 'result');
  const top = [
    ...parts.flatMap((part) =>
      isOver && part.state.kind === 'current'
        ? [l10n.t('{0} was not pushed.', part.plan.ref.policy)]
        : stateLines(part, purpose),
    ),
    ...refused.map(({ policy, why }) => l10n.t('NOT pushed: {0}: {1}', policy, why)),
  ];
  // Several plans may give the same line.
  const lines = [...new Set(top)].map(onLine);
  return `${[...lines, ...(lines.length > 0 ? [''] : []), ...body.lines].join('\n')}\n`;
}

/** The line of a document of the view where its plans begin. */
export function topOf({ body }: PlanView, { lineCount }: { readonly lineCount: number }): number {
  return Math.max(0, lineCount - 1 - body.lines.length);
}

/** The policy of a view with one policy. */
export function policyOf({
  parts: [part],
  subject: { consoleId, isSeveral },
}: PlanView): PolicyTarget | undefined {
  return part && !isSeveral ? { kind: 'policy', consoleId, policy: part.plan.ref.policy } : undefined;
}

export function outOfDate(): ExpectedError {
  return new ExpectedError('old-plan', l10n.t('The plan is out of date.'), {
    advice: l10n.t('Refresh the plan first.'),
  });
}

function stateLines({ plan, state }: PlanPart, purpose: PushPurpose): string[] {
  const { policy, console } = plan.ref;
  switch (state.kind) {
    case 'current':
      return [];
    case 'old':
      return typeof state.why === 'string'
        ? [l10n.t('Out of date: {0} Created at {1}.', staleReason(state.why, plan), momentWords(plan.madeAt))]
        : [
            l10n.t(
              'Out of date: {0}. Nothing was sent to {1}.',
              purposeWords(purpose, policy, console).refused,
              console,
            ),
            // The prefix prevents a line that begins with the console's own text.
            l10n.t('Reason: {0}', state.why.reason),
          ];
    case 'pushing':
      return state.since ? [l10n.t('Push requested {0}.', momentWords(state.since))] : [];
    case 'result': {
      const { outcome } = state;
      const { label, sentence, details } = resultWords(plan, state, purpose);
      return [
        l10n.t('RESULT, {0}, {1}. {2}', momentWords(state.at), label, sentence),
        ...details,
        ...(outcome ? [l10n.t('Push ID: {0}', outcome.pushId)] : []),
      ];
    }
  }
}

/** The words describe the result of a push, for its document and for a message. */
interface ResultWords {
  readonly label: string;
  readonly sentence: string;
  readonly details: readonly string[];
}

export function resultWords(
  plan: PushPlan,
  { outcome, reason: failure = '' }: PushResult,
  purpose: PushPurpose,
): ResultWords {
  const { policy, console } = plan.ref;
  if (!outcome) {
    return {
      label: l10n.t('FAILED'),
      sentence: l10n.t('{0} failed on {1} after it was sent.', policy, console),
      details: [l10n.t('Reason: {0}', failure), l10n.t('The history has the result.')],
    };
  }
  const { verdict, reason, difference = [], consoleEdits = [], mayArriveUntil, file } = outcome;
  const label = verdictWords(verdict);
  const sentences: Readonly<Record<Verdict, string>> = {
    applied: purposeWords(purpose, policy, console).done(plan),
    'not-applied': l10n.t('{0} did not apply {1}.', console, policy),
    'foreign-change': l10n.t('The live policy {0} on {1} differs from what was sent.', policy, console),
    unknown: mayArriveUntil
      ? l10n.t(
          '{0} may still apply {1} until {2}. Ordinance checks it again.',
          console,
          policy,
          momentWords(mayArriveUntil),
        )
      : l10n.t('Could not confirm whether {0} applied {1}.', console, policy),
  };
  return {
    label: verdict === 'applied' ? label : label.toUpperCase(),
    sentence: sentences[verdict],
    details: [
      ...consoleEdits,
      ...(difference.length > 0 ? [l10n.t('Difference: {0}', stepsWords(difference))] : []),
      ...(verdict === 'applied' && file === 'left'
        ? [l10n.t('The file of {0} has edits of its own and stays as it is.', policy)]
        : []),
      ...(reason === undefined ? [] : [l10n.t('Reason: {0}', reason)]),
    ],
  };
}

function staleReason(why: StaleReason | 'differs', { ref: { policy, console } }: PushPlan): string {
  switch (why) {
    case 'file':
      return l10n.t('the file of {0} changed after the plan was created.', policy);
    case 'live':
      return l10n.t('{0} changed on {1} after the plan was created.', policy, console);
    case 'base':
      return l10n.t('{0} was pushed, pulled or merged after the plan was created.', policy);
    case 'destination':
      return l10n.t('{0} changed in ordinance.yaml after the plan was created.', console);
    case 'differs':
      return l10n.t('a new plan of {0} differs from this one. Nothing was sent.', policy);
  }
}

/** The names and reasons of others stay on one line and cannot hide text. */
function onLine(line: string): string {
  return escapedInJson(line.replaceAll(/\s+/g, ' ').trim());
}

/** The headline of the plans that are pushed together. */
export function headlineOf(plans: readonly PushPlan[], purpose: PushPurpose): string {
  const [plan] = plans;
  return plan === undefined || plans.length > 1
    ? l10n.t('Push {0} policies to {1}', plans.length, plan?.ref.console ?? '')
    : purposeWords(purpose, plan.ref.policy, plan.ref.console).headline;
}

/** Each purpose has words of its own, so that different things never share a text. */
interface PurposeWords {
  /** The headline begins the plan's document, where the counts follow it, and is the title of its progress. */
  readonly headline: string;
  /** The verb is the label of the button. */
  readonly verb: string;
  /** The words precede the reason of a refusal. */
  readonly refused: string;
  /** The words describe a plan without changes. */
  readonly nothing: string;
  /** The words include the counts of the headline, because the result shows them right above it. */
  done(plan: PushPlan): string;
}

export function purposeWords(purpose: PushPurpose, policy: PolicyName, console: string): PurposeWords {
  if (purpose.kind === 'push') {
    return {
      headline: l10n.t('Push {0} to {1}', policy, console),
      verb: l10n.t('Push'),
      refused: l10n.t('Not pushed'),
      nothing: l10n.t('Nothing to push: {0} on {1} already matched the file.', policy, console),
      done: ({ steps }) => l10n.t('Pushed {0} to {1}: {2}.', policy, console, reviewCounts(steps)),
    };
  }
  const facts = [policy, console, momentWords(purpose.of.at)] as const;
  const push =
    purpose.kind === 'redo'
      ? l10n.t('the undo of {0} on {1} at {2}', ...facts)
      : l10n.t('the push of {0} to {1} at {2}', ...facts);
  const state =
    purpose.kind === 'restore' && purpose.to === 'after'
      ? l10n.t('the state after {0}', push)
      : l10n.t('the state before {0}', push);
  const words = {
    undo: {
      headline: l10n.t('Undo {0}', push),
      verb: l10n.t('Undo Push'),
      refused: l10n.t('Not undone'),
      nothing: l10n.t('Nothing to undo: the live policy already matched {0}.', state),
      done: l10n.t('Undone: the live policy again matches {0}', state),
    },
    redo: {
      headline: l10n.t('Take back {0}', push),
      verb: l10n.t('Redo Push'),
      refused: l10n.t('Not redone'),
      nothing: l10n.t('Nothing to redo: the live policy already matched {0}.', state),
      done: l10n.t('Redone: the live policy again matches {0}', state),
    },
    restore: {
      headline: l10n.t('Restore {0}', state),
      verb: l10n.t('Restore'),
      refused: l10n.t('Not restored'),
      nothing: l10n.t('Nothing to restore: the live policy already matched {0}.', state),
      done: l10n.t('Restored: the live policy again matches {0}', state),
    },
  }[purpose.kind];
  return { ...words, done: ({ steps }) => l10n.t('{0} ({1}).', words.done, reviewCounts(steps)) };
}
