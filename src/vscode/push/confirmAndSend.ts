import * as vscode from 'vscode';
import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import type { PushOutcome, PushPlan, PushStep } from '../../core/sync/outcomes.ts';
import { samePlans } from '../../core/sync/plan.ts';
import { pushSeveral, DriftError, type Confirmations, type PushedOne } from '../../core/sync/push.ts';
import {
  confirmationOf,
  needQuestion,
  pushNeeds,
  type NeedQuestion,
  type PushNeed,
} from '../../core/sync/pushNeeds.ts';
import { CanceledError, ExpectedError, isExpected, messageOf } from '../../core/util/errors.ts';
import { choose, confirmLoss } from '../platform/dialogs.ts';
import { askToType } from '../platform/inputBoxes.ts';
import { withProgress } from '../platform/progress.ts';
import { consoleOf } from '../workspace/consoles.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Target } from '../workspace/target.ts';
import { isVisible } from '../workspace/virtualTexts.ts';
import { explainOutcome, leftIn, notSentReason, showPushResult } from './explainOutcome.ts';
import { undoables, isPushing } from './planViews.ts';
import { compareWithPlan, explainPlanning, noPlanOf, planSubject, type PushTools } from './planAndShow.ts';
import {
  outOfDate,
  resultWords,
  type PlanState,
  type PlanView,
  type Refusal,
  type NoPlan,
  headlineOf,
  purposeWords,
  type PushPurpose,
} from './planText.ts';

/** The end of a push of several policies. */
export interface BatchReport {
  /** These policies were not tried, or their push has no result `applied`. */
  readonly left: readonly PolicyName[];
  /** These chosen policies could not be planned. */
  readonly refused: readonly Refusal[];
}

/** A push without an outcome has no new plan either, and the value says why. */
type PushResultOfCommand = PushOutcome | { readonly kind: NoPlan['kind'] } | BatchReport | undefined;

/**
 * Pushes exactly the shown plans, after the questions are confirmed. Makes the plans again first.
 * Different plans are not sent, and the view is then out of date. A refused question throws a cancellation.
 */
export async function confirmAndSend(tools: PushTools, view: PlanView): Promise<PushResultOfCommand> {
  if (isPushing(view)) {
    return undefined;
  }
  if (view.parts.some(({ state }) => state.kind === 'result')) {
    throw new ExpectedError('old-plan', vscode.l10n.t('This plan was already pushed.'), {
      advice: vscode.l10n.t('Push the policy again to see a new plan.'),
    });
  }
  if (view.parts.some(({ state }) => state.kind === 'old')) {
    throw outOfDate();
  }
  tools.views.set(view, () => ({ kind: 'pushing' }));
  try {
    return await planAgainAndPush(tools, view);
  } finally {
    // A view that is still `pushing` sent nothing, so its plan is current again.
    tools.views.set(view, ({ state }) => (state.kind === 'pushing' ? { kind: 'current' } : undefined));
  }
}

async function planAgainAndPush(tools: PushTools, view: PlanView): Promise<PushResultOfCommand> {
  const { subject } = view;
  const { purpose, isSeveral } = subject;
  const console = consoleOf(tools, subject);
  const sync = tools.syncs.of(console);
  const shown = view.parts.map(({ plan }) => plan);
  const kinds = shown.map(({ ref }) => policyKind(ref.policy));
  const { several, texts } = await planSubject(tools, { ...subject, kinds });
  const { plans } = several;
  if (!samePlans(shown, plans)) {
    await explainPlanning(tools, console, subject, several, view);
    return isSeveral || plans.length > 0 ? undefined : { kind: noPlanOf(several).kind };
  }
  checkOpen(tools, view);
  const confirmations = await confirmPlans(
    plans.map((plan) => ({
      plan,
      needs: pushNeeds(plan, sync.isProtected(), tools.settings.removedShare),
    })),
    purpose,
    (plan) => compareWithPlan(tools, console, plan),
  );
  // The plan may have been closed during the questions.
  checkOpen(tools, view);
  const since = new Date();
  tools.views.set(view, () => ({ kind: 'pushing', since }));
  if (isSeveral) {
    await tools.unfinishedPush.begin({ consoleId: console.id, policies: plans.map(({ ref }) => ref.policy) });
  }
  const title = headlineOf(plans, purpose);
  // A push waits for another process that has the policy. A cancellation after the PUT began has no effect on this push.
  const results = await withProgress({ title }, async (signal, report) => {
    const results: PushedOne[] = [];
    const pushing = pushSeveral(sync, plans, confirmations, {
      signal,
      // The file is saved before anything is sent.
      sending: async (plan) => {
        if (plans.length > 1) {
          report(progressWords(view, plan), plans.indexOf(plan) / plans.length);
        }
        await texts.get(plan.ref.policy)?.seal();
      },
      onStep: (plan, step) => {
        const words = stepWords(step);
        report(plans.length === 1 ? words : `${progressWords(view, plan)} (${words})`);
      },
      goesOn: (result, left) => confirmGoingOn(view, result, left),
    });
    for await (const result of pushing) {
      await showEnd(tools, view, console, result);
      results.push(result);
    }
    return results;
  });
  return resultOf(tools, view, console, results);
}

function progressWords({ parts }: PlanView, { ref: { policy } }: PushPlan): string {
  const at = parts.findIndex(({ plan }) => plan.ref.policy === policy);
  return vscode.l10n.t('{0} of {1}: {2}', at + 1, parts.length, policy);
}

/** The step of a push, for its progress. */
function stepWords(step: PushStep): string {
  const words: Readonly<Record<PushStep, string>> = {
    'reading-live': vscode.l10n.t('reading the live policy'),
    'saving-snapshot': vscode.l10n.t('saving a snapshot'),
    sending: vscode.l10n.t('sending'),
    'reading-back': vscode.l10n.t('reading back'),
    waiting: vscode.l10n.t('not applied yet: waiting, then reading back again'),
    settled: vscode.l10n.t('done'),
  };
  return words[step];
}

/** Shows the end of one push in the view. */
async function showEnd(
  tools: PushTools,
  view: PlanView,
  console: ConsoleHandle,
  { plan, outcome, error, wasSent }: PushedOne,
): Promise<void> {
  const { views, lastPush, log, checkOpenPush, unfinishedPush } = tools;
  const { policy } = plan.ref;
  const { purpose } = view.subject;
  const why = outcome ? outcome.reason : messageOf(error);
  log.info(`push of ${plan.ref.console}/${policy}: ${outcome?.verdict ?? 'failed'}${why ? `: ${why}` : ''}`);
  const set = (state: PlanState): void =>
    views.set(view, (part) => (part.plan.ref.policy === policy ? state : undefined));
  if (outcome) {
    set({ kind: 'result', at: outcome.openedAt, outcome });
  } else if (wasSent) {
    set({ kind: 'result', at: new Date(), reason: messageOf(error) });
  } else if (error instanceof DriftError) {
    const chosen = { console, kind: policyKind(policy) };
    set({ kind: 'old', why: notSentReason(tools, chosen, error.drift, purpose) });
  } else if (!(error instanceof CanceledError)) {
    set({ kind: 'old', why: { reason: messageOf(error) } });
  }
  const undo = undoables(view).find((push) => push.policy === policy);
  if (undo) {
    lastPush.remember(undo);
  } else if (wasSent && outcome?.verdict !== 'not-applied') {
    lastPush.forget(console.id, policy);
  }
  if (outcome?.verdict === 'unknown') {
    checkOpenPush(console.id);
  }
  if (outcome?.verdict === 'applied' && purpose.kind === 'push') {
    await unfinishedPush.finish(console.id, policy);
  }
}

/** Returns the result of the command. A message appears only for facts that no document shows. */
function resultOf(
  tools: PushTools,
  view: PlanView,
  console: ConsoleHandle,
  [result]: readonly PushedOne[],
): PushResultOfCommand {
  const { subject, refused } = view;
  const isSeen = isVisible(view.uri);
  if (!subject.isSeveral && result) {
    const { plan, error } = result;
    if (error instanceof DriftError) {
      if (!isSeen) {
        const chosen = { console, kind: policyKind(plan.ref.policy) };
        explainOutcome(tools, chosen, error.drift, subject.purpose);
      }
      return undefined;
    }
    // An unexpected failure has to reach the log.
    if (error && !(isSeen && isExpected(error))) {
      throw error;
    }
  }
  if (!isSeen) {
    showPushResult(view, tools.log);
  }
  return subject.isSeveral ? { left: leftIn(view), refused } : result?.outcome;
}

/** Throws when the plan was closed: that is a cancellation. */
function checkOpen({ views }: PushTools, view: PlanView): void {
  if (!views.isOpen(view)) {
    throw new ExpectedError('plan-closed', vscode.l10n.t('Not pushed: the plan was closed.'), {
      advice: vscode.l10n.t('Push the policy again to see a new plan.'),
    });
  }
}

/** A plan with the needs that a person confirms by name before the push. */
interface PlanWithNeeds {
  readonly plan: PushPlan;
  readonly needs: readonly PushNeed[];
}

/** Characters of a question that every dialog has space for. */
const MAX_DETAIL = 1200;

/**
 * Asks one question for everything that the plans need confirmed, and then for each name that has to be typed.
 * `compare` shows the difference that a plan makes. Throws a cancellation unless a person confirms all of it.
 */
export async function confirmPlans(
  plans: readonly PlanWithNeeds[],
  purpose: PushPurpose,
  compare: (plan: PushPlan) => Promise<void>,
): Promise<Confirmations> {
  const asked = plans.flatMap(({ plan, needs }) =>
    needs.map((need) => ({ plan, question: needQuestion(plan, need) })),
  );
  // All plans go to one console, and its name is typed once.
  const needed = [...new Map(asked.map((need) => [need.question.message, need])).values()];
  const questions = needed.map(({ question }) => question);
  const [first, ...more] = needed;
  if (first) {
    const { plan, question } = first;
    const { policy, console } = plan.ref;
    const isOne = more.length === 0;
    const headline = headlineOf(
      plans.map((planned) => planned.plan),
      purpose,
    );
    const typed = new Map(
      questions.flatMap(({ typed, message }) => (typed === undefined ? [] : [[typed, message]])),
    );
    const isTypedOnly = isOne && typed.size > 0 && question.detail.length === 0;
    if (!isTypedOnly) {
      const verb =
        purpose.kind !== 'push'
          ? purposeWords(purpose, policy, console).verb
          : isOne
            ? question.verb
            : vscode.l10n.t('Push');
      // An accidental second Enter shows the difference, because its button has the focus.
      await confirmLoss({
        message: isOne
          ? question.message
          : vscode.l10n.t('{0}? {1} risks need your confirmation.', headline, questions.length),
        detail: isOne ? question.detail : allDetails(questions),
        verb: typed.size > 0 ? vscode.l10n.t('{0}…', verb) : verb,
        first: {
          label: plans.length === 1 ? vscode.l10n.t('Compare') : vscode.l10n.t('Compare {0}', policy),
          run: () => compare(plan),
        },
        back: vscode.l10n.t('Back to the Plan'),
      });
    }
    for (const [name, message] of typed) {
      await askToType(isOne ? message : headline, vscode.l10n.t('Type {0} to push.', name), name);
    }
  }
  return new Map(plans.map(({ plan, needs }) => [plan, confirmationOf(needs)]));
}

/** Asks whether to push the other policies after a result other than applied. */
export async function confirmGoingOn(
  { parts, subject: { consoleId, purpose } }: Pick<PlanView, 'parts' | 'subject'>,
  { plan, outcome, error }: PushedOne,
  { length }: readonly PushPlan[],
): Promise<boolean> {
  const { policy } = plan.ref;
  const state = parts.find((part) => part.plan.ref.policy === policy)?.state;
  const why = outcome ? outcome.reason : messageOf(error);
  const compare = vscode.l10n.t('Compare with Live');
  const yes = vscode.l10n.t('Continue');
  const answer = await choose(
    state?.kind === 'result'
      ? resultWords(plan, state, purpose).sentence
      : vscode.l10n.t('{0} was not pushed.', policy),
    [
      ...(why === undefined ? [] : [why]),
      length === 1 ? vscode.l10n.t('1 policy remains.') : vscode.l10n.t('{0} policies remain.', length),
    ],
    // The first button has the keyboard focus, so it must send nothing.
    [compare, yes],
    vscode.l10n.t('Stop'),
  );
  if (answer === compare) {
    const target: Target = { kind: 'policy', consoleId, policy };
    void vscode.commands.executeCommand('ordinance.policy.compareLive', target);
  }
  return answer === yes;
}

/** All questions come before any detail, because the end of long details may be out of sight. */
function allDetails(questions: readonly NeedQuestion[]): readonly string[] {
  const numbered = questions.map(({ message }, at) => `${at + 1}. ${message}`);
  const all = questions.flatMap(({ detail }, at) => [
    ...(at === 0 ? [] : ['']),
    numbered[at] ?? '',
    ...detail.filter((line) => line !== ''),
  ]);
  return all.join('\n').length > MAX_DETAIL ? [...numbered, '', ...all] : all;
}
