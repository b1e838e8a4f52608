import * as vscode from 'vscode';
import { policyKind, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import type { PushOutcome, PushPlan, PushStep, Verdict } from '../../core/sync/outcomes.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import { driftOf, DriftError } from '../../core/sync/push.ts';
import type {
  Confirmations,
  PlanWithNeeds,
  Pushed,
  PushedOne,
  PushFlowEnd,
  PushPort,
} from '../../core/sync/pushFlow.ts';
import { samePlans } from '../../core/sync/samePlans.ts';
import { CanceledError, ExpectedError, isExpected, messageOf } from '../../core/util/errors.ts';
import { choose, showMessage } from '../platform/dialogs.ts';
import { withProgress, type Report } from '../platform/progress.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { consoleOf, type ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Target } from '../workspace/target.ts';
import { confirmPlans } from './confirmPush.ts';
import { explainOutcome, notPushedFor } from './explainOutcome.ts';
import {
  compareWithPlan,
  leavesOut,
  noPlanOf,
  refusalWords,
  whilePlanning,
  type PushTools,
} from './planAndShow.ts';
import {
  historyEntry,
  outOfDate,
  stepWords,
  type NotSentReason,
  type PlanState,
  type PlanView,
  type Refusal,
} from './planView.ts';
import { isPushing } from './planViews.ts';
import { purposeWords } from './pushPurpose.ts';
import { showPushResult } from './showPushResult.ts';
import { watchText } from './watchText.ts';

/**
 * The report has the result of each of several policies. Policies in `left` were not tried, or their push was not
 * applied.
 */
export interface BatchReport {
  readonly verdicts: readonly { readonly policy: PolicyName; readonly verdict: Verdict | 'failed' }[];
  readonly left: readonly PolicyName[];
  /** These chosen policies could not be planned. */
  readonly refused: readonly Refusal[];
}

/** A push without an outcome has no new plan either, and the value says why. */
type PushResultOfCommand = PushOutcome | { readonly kind: NoPlan['kind'] } | BatchReport | undefined;

/**
 * The function pushes exactly the shown plans, after the questions are confirmed. It makes the plans again first.
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
  tools.views.set(view, () => ({ kind: 'pushing', since: new Date() }));
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
  #place = '';
  #left: readonly PolicyName[] = [];
  /** Makes the pushes before the one that is being sent the last ones again. */
  #restoreLast: () => void = () => undefined;

  constructor(tools: PushTools, view: PlanView) {
    this.#tools = tools;
    this.#view = view;
    this.console = consoleOf(tools, { kind: 'console', consoleId: view.subject.consoleId });
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
    work: (signal: AbortSignal) => Promise<Pushed>,
  ): Promise<Pushed> {
    // The plan may have been closed during the questions.
    this.#checkOpen();
    const { isSeveral, purpose } = this.#view.subject;
    const { name } = this.console.entry;
    const [plan] = plans;
    this.#left = plans.map(({ ref }) => ref.policy);
    await this.#rememberLeft();
    const title =
      isSeveral || !plan
        ? plans.length === 1
          ? vscode.l10n.t('Pushing 1 policy to {0}', name)
          : vscode.l10n.t('Pushing {0} policies to {1}', plans.length, name)
        : purposeWords(purpose, plan.ref.policy, name).progress;
    return withProgress({ title, location: 'notification', cancellable: isSeveral }, (signal, report) => {
      this.#report = report;
      return work(signal);
    });
  }

  /** The file is saved before anything is sent. */
  async sending({ ref: { policy } }: PushPlan, at: number): Promise<void> {
    const { length } = this.shown;
    if (length > 1) {
      this.#place = vscode.l10n.t('{0} of {1}: {2}', at + 1, length, policy);
      this.#report(this.#place, at / length);
    }
    await this.#texts.get(policy)?.seal();
  }

  step({ ref }: PushPlan, step: PushStep): void {
    if (step === 'sending') {
      this.#restoreLast = this.#tools.lastPush.forget(this.console.id, ref.policy);
    }
    const words = stepWords(step);
    this.#report(this.#place === '' ? words : `${this.#place} (${words})`);
  }

  async ended({ plan, outcome, error, wasSent }: PushedOne): Promise<void> {
    const { views, lastPush, log } = this.#tools;
    const { subject } = this.#view;
    const { console, policy } = plan.ref;
    const why = outcome ? outcome.reason : messageOf(error);
    log.info(`push of ${console}/${policy}: ${outcome?.verdict ?? 'failed'}${why ? `: ${why}` : ''}`);
    if (outcome) {
      const isFileLeft = outcome.verdict === 'applied' && outcome.file === 'left';
      // The time by which History and the undo name the push.
      views.setResult(this.#view, policy, outcome.openedAt, { outcome, ...(isFileLeft && { isFileLeft }) });
    } else if (wasSent) {
      views.setResult(this.#view, policy, new Date(), { reason: messageOf(error) });
    } else if (!(error instanceof CanceledError)) {
      this.#setOld(
        policy,
        error instanceof DriftError ? this.#notPushed(policy, driftOf(error)) : { reason: messageOf(error) },
      );
    }
    if (outcome?.verdict === 'not-applied') {
      this.#restoreLast();
    } else if (outcome) {
      const { snapshot, pushId } = outcome;
      const wasUndo = subject.purpose.kind === 'undo';
      lastPush.remember({ consoleId: this.console.id, policy, snapshot, pushId, wasUndo });
    }
    if (outcome?.verdict === 'applied') {
      this.#left = this.#left.filter((one) => one !== policy);
    }
    await this.#rememberLeft();
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

  /** The method returns the result of the command. A message appears only for facts that no document shows. */
  async finish({ several, results, isOutOfDate }: PushFlowEnd): Promise<PushResultOfCommand> {
    if (isOutOfDate) {
      return this.#markOutOfDate(several);
    }
    const { subject } = this.#view;
    const isSeen = this.#tools.views.isSeen(this.#view);
    if (subject.isSeveral) {
      if (!isSeen) {
        this.#tellSeveral(results);
      }
      return {
        verdicts: results.map(({ plan, outcome }) => ({
          policy: plan.ref.policy,
          verdict: outcome?.verdict ?? 'failed',
        })),
        left: this.#left,
        refused: this.#view.refused,
      };
    }
    const [result] = results;
    if (!result) {
      throw new CanceledError();
    }
    const { plan, outcome, error } = result;
    const isDrift = error instanceof DriftError;
    // An unexpected failure has to reach the log.
    if (error && !isDrift && !(isSeen && isExpected(error))) {
      throw error;
    }
    if (!isSeen && isDrift) {
      explainOutcome(this.#tools, this.#policy(plan.ref.policy), driftOf(error), subject.purpose);
    } else if (!isSeen) {
      showPushResult(this.#view, this.#tools.log);
    }
    return outcome;
  }

  /** The plans made now are not those that are shown. */
  async #markOutOfDate(several: SeveralPlans): Promise<PushResultOfCommand> {
    const { views, syncs } = this.#tools;
    const { parts, subject } = this.#view;
    const sync = syncs.of(this.console);
    for (const { plan } of parts) {
      const { policy } = plan.ref;
      const made = several.plans.find(({ ref }) => ref.policy === policy);
      const refused = several.refused.find(({ ref }) => ref.policy === policy);
      if (made && samePlans([plan], [made])) {
        continue;
      }
      this.#setOld(
        policy,
        made
          ? ((await sync.staleReason(plan)) ?? 'differs')
          : refused?.error
            ? { reason: messageOf(refused.error) }
            : this.#notPushed(policy, refused?.outcome ?? { kind: 'nothing-to-push' }),
      );
    }
    const noPlan = several.plans.length === 0 && !subject.isSeveral ? noPlanOf(several) : undefined;
    const [part] = parts;
    const result = noPlan && { kind: noPlan.kind };
    if (views.isSeen(this.#view)) {
      return result;
    }
    if (noPlan && part) {
      explainOutcome(this.#tools, this.#policy(part.plan.ref.policy), noPlan, subject.purpose);
    } else {
      showMessage(
        'warning',
        vscode.l10n.t('Nothing was sent: the plan is out of date. Refresh the plan, then push.'),
      );
    }
    return result;
  }

  #setOld(policy: PolicyName, why: Extract<PlanState, { kind: 'old' }>['why']): void {
    this.#tools.views.set(this.#view, ({ plan }) =>
      plan.ref.policy === policy ? { kind: 'old', why } : undefined,
    );
  }

  #notPushed(policy: PolicyName, outcome: NoPlan): NotSentReason {
    return notPushedFor(this.#tools, this.#policy(policy), outcome, this.#view.subject.purpose);
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

  /** A next session goes on with these, whatever ends this one. */
  async #rememberLeft(): Promise<void> {
    const { isSeveral, consoleId } = this.#view.subject;
    if (isSeveral) {
      await this.#tools.unfinishedPush.remember(
        this.#left.length > 0 ? { consoleId, policies: this.#left } : undefined,
      );
    }
  }

  #tellSeveral(results: readonly PushedOne[]): void {
    const { refused, parts } = this.#view;
    const { name } = this.console.entry;
    const left = this.#left;
    const sent = results.findLast(({ outcome, wasSent }) => outcome !== undefined || wasSent);
    const history = sent
      ? [
          {
            label: vscode.l10n.t('Show History'),
            run: () =>
              vscode.commands.executeCommand(
                '_ordinance.history.reveal',
                historyEntry(this.console.id, sent),
              ),
          },
        ]
      : [];
    if (left.length === 0 && refused.length === 0) {
      showMessage(
        'info',
        parts.length === 1
          ? vscode.l10n.t('Pushed 1 policy to {0}.', name)
          : vscode.l10n.t('Pushed {0} policies to {1}.', parts.length, name),
        ...history,
      );
      return;
    }
    const resume = {
      label: vscode.l10n.t('Resume'),
      run: () => vscode.commands.executeCommand('ordinance.policies.resumePush'),
    };
    const whyLeft = (policy: PolicyName): string => {
      const result = results.find(({ plan }) => plan.ref.policy === policy);
      const why = result?.outcome ? result.outcome.reason : result?.error?.message;
      return why === undefined ? policy : `${policy} (${why})`;
    };
    const words = [
      vscode.l10n.t(
        'Pushed {0} of {1} policies to {2}.',
        parts.length - left.length,
        parts.length + refused.length,
        name,
      ),
      ...(left.length > 0 ? [vscode.l10n.t('Remaining: {0}.', left.map(whyLeft).join('; '))] : []),
      ...(refused.length > 0 ? [refusalWords(refused)] : []),
    ];
    showMessage('warning', words.join(' '), ...(left.length > 0 ? [resume] : []), ...history);
  }
}
