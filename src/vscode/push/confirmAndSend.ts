import * as vscode from 'vscode';
import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import type { PushOutcome, PushPlan } from '../../core/sync/outcomes.ts';
import { driftOf, DriftError } from '../../core/sync/push.ts';
import type { PushedOne } from '../../core/sync/pushSeveral.ts';
import { samePlans } from '../../core/sync/samePlans.ts';
import { CanceledError, ExpectedError, isExpected, messageOf } from '../../core/util/errors.ts';
import { withProgress } from '../platform/progress.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { isVisible } from '../workspace/virtualTexts.ts';
import { confirmGoingOn, confirmPlans } from './confirmPush.ts';
import { explainOutcome, notSentReason } from './explainOutcome.ts';
import { compareWithPlan, explainPlanning, noPlanOf, planSubject, type PushTools } from './planAndShow.ts';
import { undoables } from './planLenses.ts';
import { outOfDate, stepWords, type PlanState, type PlanView, type Refusal } from './planText.ts';
import { isPushing } from './planViews.ts';
import { headlineOf } from './pushPurpose.ts';
import { leftIn, showPushResult } from './showPushResult.ts';

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
  const confirmations = await confirmPlans(sync.withNeeds(plans, tools.settings.removedShare), {
    purpose,
    compare: (plan) => compareWithPlan(tools, console, plan),
  });
  // The plan may have been closed during the questions.
  checkOpen(tools, view);
  const since = new Date();
  tools.views.set(view, () => ({ kind: 'pushing', since }));
  if (isSeveral) {
    await tools.unfinishedPush.begin({ consoleId: console.id, policies: plans.map(({ ref }) => ref.policy) });
  }
  const title = headlineOf(plans, purpose);
  // A push waits for another process that has the policy. A cancellation after the PUT began has no effect on this push.
  const results = await withProgress(
    { title, location: 'notification', cancellable: true },
    async (signal, report) => {
      const results: PushedOne[] = [];
      const pushing = sync.pushAll(plans, confirmations, {
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
    },
  );
  return resultOf(tools, view, console, results);
}

function progressWords({ parts }: PlanView, { ref: { policy } }: PushPlan): string {
  const at = parts.findIndex(({ plan }) => plan.ref.policy === policy);
  return vscode.l10n.t('{0} of {1}: {2}', at + 1, parts.length, policy);
}

/** Shows the end of one push in the view. */
async function showEnd(
  tools: PushTools,
  view: PlanView,
  console: ConsoleHandle,
  { plan, outcome, error, wasSent }: PushedOne,
): Promise<void> {
  const { views, lastPush, log, unfinishedPush } = tools;
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
    set({ kind: 'old', why: notSentReason(tools, chosen, driftOf(error), purpose) });
  } else if (!(error instanceof CanceledError)) {
    set({ kind: 'old', why: { reason: messageOf(error) } });
  }
  const undo = undoables(view).find((push) => push.policy === policy);
  if (undo) {
    lastPush.remember(undo);
  } else if (wasSent && outcome?.verdict !== 'not-applied') {
    lastPush.forget(console.id, policy);
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
        explainOutcome(tools, chosen, driftOf(error), subject.purpose);
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
