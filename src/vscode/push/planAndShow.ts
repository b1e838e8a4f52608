import * as vscode from 'vscode';
import { policyKind, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import type { PlanOutcome, PushPlan } from '../../core/sync/outcomes.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import { samePlans } from '../../core/sync/samePlans.ts';
import { isExpected, messageOf } from '../../core/util/errors.ts';
import { showMessage } from '../platform/dialogs.ts';
import { withProgress, type Report } from '../platform/progress.ts';
import { showDiff } from '../platform/showDiff.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { fileOf } from '../targets/showPolicy.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Target } from '../workspace/target.ts';
import { explainOutcome, notSentReason, refusalReason } from './explainOutcome.ts';
import {
  refusalWords,
  type NotSentReason,
  type PlanView,
  type PushSubject,
  type Refusal,
} from './planView.ts';
import type { PlanViews } from './planViews.ts';
import type { UnfinishedPush } from './unfinishedPush.ts';
import type { FeatureServices } from '../featureServices.ts';

/** A push acts through these services. */
export interface PushTools extends FeatureServices {
  readonly views: PlanViews;
  readonly unfinishedPush: UnfinishedPush;
}

/**
 * The value has the shown plans, or the reason for their absence; for several policies a message gives the reason. The
 * value goes to the window, so it has no policy texts.
 */
export type PlanAndShowResult =
  | undefined
  | { readonly kind: PlanOutcome['kind'] }
  | { readonly kind: 'plans'; readonly plans: readonly PolicyName[]; readonly refused: readonly Refusal[] };

/** These failures concern one policy, so the other policies can still be pushed. */
const ofOnePolicy: ReadonlySet<string> = new Set([
  'forbidden',
  'not-found',
  'not-json',
  'not-a-policy',
  'wrong-policy',
  'rejected',
  'too-large',
  'not-pulled',
  'not-utf-8',
  'several-files',
  'unreadable-file',
]);

/**
 * Reads the live policies, makes plans and shows them in a document of their own. Sends nothing.
 * `before` is the refreshed view; it shows the reason when the new plan is missing.
 */
export async function planAndShow(
  tools: PushTools,
  subject: PushSubject,
  before?: PlanView,
): Promise<PlanAndShowResult> {
  const console = consoleOf(tools, subject);
  const { kinds, isSeveral, purpose, planning } = subject;
  const sync = tools.syncs.of(console);
  const several = await whilePlanning(tools, console, kinds, async (signal, report) => {
    const [kind] = kinds;
    if (!isSeveral && kind && purpose.kind === 'push') {
      await fileOf(tools, { console, kind });
    }
    return sync.planAll(kinds, {
      signal,
      ...(planning && { plan: (kind) => planning(sync, kind, signal) }),
      leavesOut: (error) => leavesOut(subject, error),
      onProgress: (done, total) => report(vscode.l10n.t('{0} of {1}', done, total), done / total),
    });
  });
  const refused = isSeveral ? refusalsOf(tools, console, several) : [];
  for (const { policy, why } of refused) {
    tools.log.warn(`not pushed: ${console.entry.name}/${policy}: ${why}`);
  }
  if (several.plans.length > 0) {
    await tools.views.open(console.entry.name, subject, several.plans, refused);
  } else {
    await explainPlanning(tools, console, subject, several, before);
  }
  const [plan] = several.plans;
  if (!isSeveral) {
    return { kind: plan ? 'plan' : noPlanOf(several).kind };
  }
  return plan && { kind: 'plans', plans: several.plans.map(({ ref }) => ref.policy), refused };
}

/** Shows the difference that a plan makes on its console. */
export async function compareWithPlan(
  { liveDocuments }: Pick<FeatureServices, 'liveDocuments'>,
  console: ConsoleHandle,
  { ref: { policy }, liveText, body }: PushPlan,
): Promise<void> {
  const live = await liveDocuments.liveUri(console, policy, liveText);
  const planned = await liveDocuments.liveUri(console, policy, body, 'planned');
  const title = vscode.l10n.t('{0}: live policy of {1} ↔ planned policy', policy, console.entry.name);
  await showDiff(live, planned, title, { preview: true });
}

/** Reads the live policy and plans a push of the file, saved or not. Shows nothing. */
export async function makePlan(
  tools: PushTools,
  console: ConsoleHandle,
  kind: PolicyKind,
): Promise<PlanOutcome> {
  await fileOf(tools, { console, kind });
  return whilePlanning(tools, console, [kind], (signal) => tools.syncs.of(console).plan(kind, signal));
}

export function whilePlanning<T>(
  tools: PushTools,
  console: ConsoleHandle,
  kinds: readonly PolicyKind[],
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): PromiseLike<T> {
  const [first] = kinds;
  const title =
    kinds.length === 1
      ? vscode.l10n.t('Comparing {0} with the console', first?.name ?? '')
      : vscode.l10n.t('Comparing {0} policies with the console', kinds.length);
  return withProgress({ title, location: 'notification', cancellable: true }, async (signal, report) => {
    // An answer that comes between two plans of a push would make them differ.
    await tools.lookups.readOnce(console);
    return work(signal, report);
  });
}

export function leavesOut({ isSeveral }: PushSubject, error: unknown): boolean {
  return isSeveral && isExpected(error) && ofOnePolicy.has(error.code);
}

/**
 * Explains why new plans are missing, or differ from the plans of the view: in the view, and in a message when no editor shows the
 * view.
 */
export async function explainPlanning(
  tools: PushTools,
  console: ConsoleHandle,
  subject: PushSubject,
  several: SeveralPlans,
  view: PlanView | undefined,
): Promise<void> {
  const { views, syncs, unfinishedPush } = tools;
  const sync = syncs.of(console);
  for (const { plan, state } of view?.parts ?? []) {
    const made = several.plans.find(({ ref }) => ref.policy === plan.ref.policy);
    if (view && state.kind !== 'result' && !(made && samePlans([plan], [made]))) {
      const why = made
        ? ((await sync.staleReason(plan)) ?? 'differs')
        : whyNoPlan(tools, console, subject, several, plan);
      views.set(view, (part) => (part.plan === plan ? { kind: 'old', why } : undefined));
    }
  }
  const refused = refusalsOf(tools, console, several);
  for (const { name } of subject.purpose.kind === 'push' ? subject.kinds : []) {
    if (![...several.plans, ...several.refused].some(({ ref }) => ref.policy === name)) {
      await unfinishedPush.finish(console.id, name);
    }
  }
  if (view && views.isSeen(view)) {
    return;
  }
  const [first] = refused;
  const [kind] = subject.kinds;
  if (several.plans.length > 0) {
    showMessage(
      'warning',
      vscode.l10n.t('Nothing was sent: the plan is out of date. Refresh the plan, then push.'),
    );
  } else if (!subject.isSeveral && kind) {
    explainOutcome(tools, { console, kind }, noPlanOf(several), subject.purpose);
  } else if (first) {
    const target: Target = { kind: 'policy', consoleId: console.id, policy: first.policy };
    showMessage(
      'error',
      vscode.l10n.t('Nothing was pushed to {0}. {1}', console.entry.name, refusalWords(refused)),
      {
        label: vscode.l10n.t('Open Policy'),
        run: () => vscode.commands.executeCommand('ordinance.policy.open', target),
      },
    );
  } else {
    showMessage('info', vscode.l10n.t('Nothing to push: {0} already matched the file.', console.entry.name));
  }
}

function whyNoPlan(
  tools: PushTools,
  console: ConsoleHandle,
  { purpose }: PushSubject,
  { refused }: SeveralPlans,
  { ref: { policy } }: PushPlan,
): NotSentReason {
  const { outcome = { kind: 'nothing-to-push' }, error } =
    refused.find(({ ref }) => ref.policy === policy) ?? {};
  return error
    ? { reason: messageOf(error) }
    : notSentReason(tools, { console, kind: policyKind(policy) }, outcome, purpose);
}

export function noPlanOf({ refused: [refused] }: SeveralPlans): NoPlan {
  return refused?.outcome ?? { kind: 'nothing-to-push' };
}

function refusalsOf(
  tools: Pick<PushTools, 'syncs'>,
  console: ConsoleHandle,
  { refused }: SeveralPlans,
): Refusal[] {
  return refused.map(({ ref: { policy }, outcome, error }) => ({
    policy,
    why: outcome ? refusalReason(tools, { console, kind: policyKind(policy) }, outcome) : messageOf(error),
  }));
}
