import * as vscode from 'vscode';
import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import type { PlanOutcome, PushPlan } from '../../core/sync/outcomes.ts';
import { staleReason, planSeveral, planPush, samePlans, type SeveralPlans } from '../../core/sync/plan.ts';
import { ExpectedError, isExpected, messageOf } from '../../core/util/errors.ts';
import { showMessage } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { showDiff } from '../platform/showDiff.ts';
import { consoleOf, fileOf } from '../workspace/consoles.ts';
import type { ChosenPolicy, ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Target } from '../workspace/target.ts';
import { openDocument, sameLines, workingText } from '../workspace/textFiles.ts';
import { isVisible } from '../workspace/virtualTexts.ts';
import { writeTextFile } from '../workspace/writeTextFile.ts';
import { explainOutcome, notSentReason, refusalWords } from './explainOutcome.ts';
import type { NoPlan, NotSentReason, PlanView, PushSubject, Refusal } from './planText.ts';
import type { PlanViews } from './planViews.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Memory } from '../platform/memory.ts';

/** A push acts through these services. */
export interface PushTools extends FeatureServices {
  readonly views: PlanViews;
  readonly unfinishedPush: UnfinishedPush;
  /** Checks an unresolved push to a console later. */
  readonly checkOpenPush: (consoleId: string) => void;
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
  const { isSeveral } = subject;
  const { several } = await planSubject(tools, subject);
  const refused = isSeveral ? refusalsOf(tools, console, subject, several) : [];
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

/** The files as they are planned. A restored snapshot comes from no file. */
type WatchedTexts = ReadonlyMap<PolicyName, WatchedText>;

/** Reads the live policies and plans a push of the files, saved or not, or of a snapshot. Shows only the progress. */
export function planSubject(
  tools: PushTools,
  { consoleId, kinds, isSeveral, planOne = planPush, purpose }: PushSubject,
): PromiseLike<{ readonly several: SeveralPlans; readonly texts: WatchedTexts }> {
  const console = consoleOf(tools, { consoleId });
  const sync = tools.syncs.of(console);
  const [first] = kinds;
  const title =
    kinds.length === 1
      ? vscode.l10n.t('Comparing {0} with the console', first?.name ?? '')
      : vscode.l10n.t('Comparing {0} policies with the console', kinds.length);
  return withProgress({ title }, async (signal, report) => {
    // Old contents would show untrue changed decisions, until an answer makes the two plans of a push differ.
    await tools.lookups.readWhenOld(console);
    const texts = new Map<PolicyName, WatchedText>();
    const several = await planSeveral(sync, kinds, {
      signal,
      planOne: async (shared, kind, options) => {
        if (purpose.kind === 'push') {
          texts.set(kind.name, await watchText(tools, { console, kind }));
        }
        return planOne(shared, kind, options);
      },
      leavesOut: (error) => isSeveral && isExpected(error) && ofOnePolicy.has(error.code),
      onProgress: (done, total) => report(vscode.l10n.t('{0} of {1}', done, total), done / total),
    });
    return { several, texts };
  });
}

interface WatchedText {
  /** Saves the file. Throws after a change of the text since it was planned. */
  seal(): Promise<void>;
}

export async function watchText(
  tools: Pick<FeatureServices, 'consoles' | 'savedTexts'>,
  policy: ChosenPolicy,
): Promise<WatchedText> {
  const uri = await fileOf(tools, policy);
  const planned = await workingText(uri);
  return {
    seal: async () => {
      const now = await workingText(uri);
      if (planned === undefined || now === undefined || !sameLines(planned, now)) {
        throw new ExpectedError(
          'file-changed',
          vscode.l10n.t('Not pushed: the file changed after the plan was created.'),
          { advice: vscode.l10n.t('Push again to see the new plan.') },
        );
      }
      if (openDocument(uri)?.isDirty) {
        await writeTextFile(uri, [], now, tools.savedTexts);
      }
    },
  };
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
        ? ((await staleReason(sync, plan)) ?? 'differs')
        : whyNoPlan(tools, console, subject, several, plan.ref.policy);
      views.set(view, (part) => (part.plan === plan ? { kind: 'old', why } : undefined));
    }
  }
  const refused = refusalsOf(tools, console, subject, several);
  for (const { name } of subject.purpose.kind === 'push' ? subject.kinds : []) {
    if (![...several.plans, ...several.refused].some(({ ref }) => ref.policy === name)) {
      await unfinishedPush.finish(console.id, name);
    }
  }
  if (view && isVisible(view.uri)) {
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

/** The reason why a policy has no plan, for a plan document. */
function whyNoPlan(
  tools: Pick<PushTools, 'syncs'>,
  console: ConsoleHandle,
  { purpose }: PushSubject,
  { refused }: SeveralPlans,
  policy: PolicyName,
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
  subject: PushSubject,
  several: SeveralPlans,
): Refusal[] {
  return several.refused.map(({ ref: { policy } }) => ({
    policy,
    why: whyNoPlan(tools, console, subject, several, policy).reason,
  }));
}

interface LeftOver {
  readonly consoleId: string;
  readonly policies: readonly PolicyName[];
}

const key = 'unfinishedPush';

/** The rest of the last push of several policies survives the closing of the window. */
export class UnfinishedPush {
  readonly #memory: Memory;
  readonly #contextKeys: Pick<ContextKeys, 'set'>;
  #left: LeftOver | undefined;

  constructor(memory: Memory, contextKeys: Pick<ContextKeys, 'set'>) {
    this.#memory = memory;
    this.#contextKeys = contextKeys;
    const [consoleId, ...names] = memory.remembered(key);
    const policies = names.flatMap((name) =>
      typeof name === 'string' ? (policyKind(name)?.name ?? []) : [],
    );
    this.#left = typeof consoleId === 'string' && policies.length > 0 ? { consoleId, policies } : undefined;
    this.#setContextKey();
  }

  get left(): LeftOver | undefined {
    return this.#left;
  }

  /** Call this before a push of several policies, so that the next session can continue after a crash. */
  async begin(left: LeftOver): Promise<void> {
    this.#left = left.policies.length > 0 ? left : undefined;
    this.#setContextKey();
    await this.#memory.remember(key, this.#left ? [left.consoleId, ...left.policies] : []);
  }

  /** Call this when a policy was pushed, or has nothing to push. */
  async finish(consoleId: string, policy: PolicyName): Promise<void> {
    const left = this.#left;
    if (left?.consoleId === consoleId && left.policies.includes(policy)) {
      await this.begin({ consoleId, policies: left.policies.filter((name) => name !== policy) });
    }
  }

  #setContextKey(): void {
    this.#contextKeys.set('ordinance.canResumePush', this.#left !== undefined);
  }
}
