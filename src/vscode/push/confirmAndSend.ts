import * as vscode from 'vscode';
import { policyKind, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import type { PushOutcome, PushPlan, PushStep } from '../../core/sync/outcomes.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import { driftOf, DriftError } from '../../core/sync/push.ts';
import type {
  Confirmations,
  PlanWithNeeds,
  PushResults,
  PushedOne,
  PushFlowEnd,
  PushPort,
} from '../../core/sync/pushFlow.ts';
import { CanceledError, ExpectedError, isExpected, messageOf } from '../../core/util/errors.ts';
import { choose } from '../platform/dialogs.ts';
import { withProgress, type Report } from '../platform/progress.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { consoleOf, type ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Target } from '../workspace/target.ts';
import { confirmPlans } from './confirmPush.ts';
import { explainOutcome, notSentReason } from './explainOutcome.ts';
import {
  compareWithPlan,
  explainPlanning,
  leavesOut,
  noPlanOf,
  whilePlanning,
  type PushTools,
} from './planAndShow.ts';
import { undoables } from './planLenses.ts';
import { outOfDate, stepWords, type PlanState, type PlanView, type Refusal } from './planView.ts';
import { isPushing } from './planViews.ts';
import { headlineOf } from './pushPurpose.ts';
import { leftIn, showPushResult } from './showPushResult.ts';
import { watchText } from './watchText.ts';

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
  const push = new EditorPush(tools, view);
  const { kinds, planning } = view.subject;
  const planned = kinds.filter(({ name }) => view.parts.some(({ plan }) => plan.ref.policy === name));
  const sync = tools.syncs.of(push.console);
  tools.views.set(view, () => ({ kind: 'pushing' }));
  try {
    const end = await sync.pushAll(
      planned,
      push,
      planning && ((kind, signal) => planning(sync, kind, signal)),
    );
    return await push.finish(end);
  } finally {
    // A view that is still `pushing` sent nothing, so its plan is current again.
    tools.views.set(view, ({ state }) => (state.kind === 'pushing' ? { kind: 'current' } : undefined));
  }
}

/** A push of the plans of one view: a person sees the progress in it, and answers. */
class EditorPush implements PushPort {
  readonly console: ConsoleHandle;
  readonly removedShare: number;
  readonly shown: readonly PushPlan[];
  readonly #tools: PushTools;
  readonly #view: PlanView;
  /** The files as they are planned. A restored snapshot comes from no file. */
  readonly #texts = new Map<PolicyName, { seal(): Promise<void> }>();
  #report: Report = () => undefined;

  constructor(tools: PushTools, view: PlanView) {
    this.#tools = tools;
    this.#view = view;
    this.console = consoleOf(tools, view.subject);
    this.removedShare = tools.settings.removedShare;
    this.shown = view.parts.map(({ plan }) => plan);
  }

  whilePlanning(work: (signal?: AbortSignal) => Promise<SeveralPlans>): PromiseLike<SeveralPlans> {
    const kinds = this.shown.map(({ ref }) => policyKind(ref.policy));
    return whilePlanning(this.#tools, this.console, kinds, (signal) => work(signal));
  }

  async planning(kind: PolicyKind): Promise<void> {
    if (this.#view.subject.purpose.kind === 'push') {
      this.#texts.set(kind.name, await watchText(this.#tools, { console: this.console, kind }));
    }
  }

  leavesOut(error: unknown): boolean {
    return leavesOut(this.#view.subject, error);
  }

  async confirm(_: SeveralPlans, plans: readonly PlanWithNeeds[]): Promise<Confirmations> {
    this.#checkOpen();
    return confirmPlans(plans, {
      purpose: this.#view.subject.purpose,
      compare: (plan) => compareWithPlan(this.#tools, this.console, plan),
    });
  }

  async whilePushing(
    plans: readonly PushPlan[],
    work: (signal: AbortSignal) => Promise<PushResults>,
  ): Promise<PushResults> {
    // The plan may have been closed during the questions.
    this.#checkOpen();
    const { isSeveral, purpose } = this.#view.subject;
    const since = new Date();
    this.#tools.views.set(this.#view, () => ({ kind: 'pushing', since }));
    if (isSeveral) {
      const policies = plans.map(({ ref }) => ref.policy);
      await this.#tools.unfinishedPush.begin({ consoleId: this.console.id, policies });
    }
    const title = headlineOf(plans, purpose);
    // A push waits for another process that has the policy. A cancellation after the PUT began has no effect on this push.
    return withProgress({ title, location: 'notification', cancellable: true }, (signal, report) => {
      this.#report = report;
      return work(signal);
    });
  }

  /** The file is saved before anything is sent. */
  async sending({ ref: { policy } }: PushPlan, at: number): Promise<void> {
    if (this.shown.length > 1) {
      this.#report(this.#placeOf(policy), at / this.shown.length);
    }
    await this.#texts.get(policy)?.seal();
  }

  step({ ref: { policy } }: PushPlan, step: PushStep): void {
    const words = stepWords(step);
    this.#report(this.shown.length === 1 ? words : `${this.#placeOf(policy)} (${words})`);
  }

  #placeOf(policy: PolicyName): string {
    const at = this.shown.findIndex(({ ref }) => ref.policy === policy);
    return vscode.l10n.t('{0} of {1}: {2}', at + 1, this.shown.length, policy);
  }

  async ended({ plan, outcome, error, wasSent }: PushedOne): Promise<void> {
    const { views, lastPush, log } = this.#tools;
    const { console, policy } = plan.ref;
    const why = outcome ? outcome.reason : messageOf(error);
    log.info(`push of ${console}/${policy}: ${outcome?.verdict ?? 'failed'}${why ? `: ${why}` : ''}`);
    const set = (state: PlanState): void =>
      views.set(this.#view, (part) => (part.plan.ref.policy === policy ? state : undefined));
    if (outcome) {
      set({ kind: 'result', at: outcome.openedAt, outcome });
    } else if (wasSent) {
      set({ kind: 'result', at: new Date(), reason: messageOf(error) });
    } else if (error instanceof DriftError) {
      const { purpose } = this.#view.subject;
      set({ kind: 'old', why: notSentReason(this.#tools, this.#policy(policy), driftOf(error), purpose) });
    } else if (!(error instanceof CanceledError)) {
      set({ kind: 'old', why: { reason: messageOf(error) } });
    }
    const undo = undoables(this.#view).find((push) => push.policy === policy);
    if (undo) {
      lastPush.remember(undo);
    } else if (wasSent && outcome?.verdict !== 'not-applied') {
      lastPush.forget(this.console.id, policy);
    }
    if (outcome?.verdict === 'applied' && this.#view.subject.purpose.kind === 'push') {
      await this.#tools.unfinishedPush.finish(this.console.id, policy);
    }
  }

  async goesOn({ plan, outcome, error }: PushedOne, { length }: readonly PushPlan[]): Promise<boolean> {
    const { policy } = plan.ref;
    const why = outcome ? outcome.reason : messageOf(error);
    const compare = vscode.l10n.t('Compare with Live');
    const yes = vscode.l10n.t('Continue');
    const answer = await choose(
      outcome?.verdict === 'unknown'
        ? vscode.l10n.t('Could not confirm whether {0} was pushed.', policy)
        : outcome?.verdict === 'foreign-change'
          ? vscode.l10n.t('The live policy {0} differs from what was pushed.', policy)
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
      const target: Target = { kind: 'policy', consoleId: this.console.id, policy };
      void vscode.commands.executeCommand('ordinance.policy.compareLive', target);
    }
    return answer === yes;
  }

  /** Returns the result of the command. A message appears only for facts that no document shows. */
  async finish({ several, results: [result], isOutOfDate }: PushFlowEnd): Promise<PushResultOfCommand> {
    const tools = this.#tools;
    const { subject, refused } = this.#view;
    if (isOutOfDate) {
      await explainPlanning(tools, this.console, subject, several, this.#view);
      return subject.isSeveral || several.plans.length > 0 ? undefined : { kind: noPlanOf(several).kind };
    }
    const isSeen = tools.views.isSeen(this.#view);
    if (!subject.isSeveral) {
      if (!result) {
        throw new CanceledError();
      }
      const { plan, error } = result;
      if (error instanceof DriftError) {
        if (!isSeen) {
          explainOutcome(tools, this.#policy(plan.ref.policy), driftOf(error), subject.purpose);
        }
        return undefined;
      }
      // An unexpected failure has to reach the log.
      if (error && !(isSeen && isExpected(error))) {
        throw error;
      }
    }
    if (!isSeen) {
      showPushResult(this.#view, tools.log);
    }
    return subject.isSeveral ? { left: leftIn(this.#view), refused } : result?.outcome;
  }

  #policy(name: PolicyName): ChosenPolicy {
    return { console: this.console, kind: policyKind(name) };
  }

  /** Throws when the plan was closed: that is a cancellation. */
  #checkOpen(): void {
    if (!this.#tools.views.isOpen(this.#view)) {
      throw new ExpectedError('plan-closed', vscode.l10n.t('Not pushed: the plan was closed.'), {
        advice: vscode.l10n.t('Push the policy again to see a new plan.'),
      });
    }
  }
}
