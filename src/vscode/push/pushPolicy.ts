import * as vscode from 'vscode';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { PlanOutcome, PushOutcome } from '../../core/sync/outcomes.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import { DriftError } from '../../core/sync/push.ts';
import type { PlanWithNeeds } from '../../core/sync/pushFlow.ts';
import { CancelledError, ExpectedError } from '../../core/util/errors.ts';
import { tell } from '../platform/dialogs.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { chosenOf, type ChosenPolicy } from '../targets/targets.ts';
import { askToPush } from './confirmPush.ts';
import { EditorPush, type Pushing } from './editorPush.ts';
import { explainOutcome } from './explainOutcome.ts';
import { ownEdits, purposeWords, type PurposeWords, type PushPurpose } from './pushPurpose.ts';
import { reportVerdict } from './reportVerdict.ts';

type Planning = (kind: PolicyKind, signal?: AbortSignal) => Promise<PlanOutcome>;

/** Plans, shows the plan, asks, pushes, and says how it ended. */
export function pushPolicy(tools: Pushing, policy: ChosenPolicy): Promise<PushOutcome | NoPlan> {
  return pushOne(tools, policy);
}

/**
 * Pushes although live was changed since the pull: names every change that would be undone, and wants the policy's name
 * typed. Without drift it is a push as any other; drift that comes after the plan is refused again.
 */
export function overrideLive(tools: Pushing, policy: ChosenPolicy): Promise<PushOutcome | NoPlan> {
  const sync = tools.syncs.of(policy.console);
  return pushOne(tools, policy, (kind, signal) => sync.overrideDrift(kind, signal));
}

/** Pushes a snapshot: a new push forward, through a plan of its own and the guards of any push; the working copy follows. */
export function restoreSnapshot(
  tools: Pushing,
  policy: ChosenPolicy,
  snapshot: string,
  purpose: PushPurpose,
): Promise<PushOutcome | NoPlan> {
  const sync = tools.syncs.of(policy.console);
  return pushOne(tools, policy, (kind, signal) => sync.planRestore(kind, snapshot, signal), purpose);
}

/**
 * Pushes the snapshot of the last push back, through a plan of its own; the working copy follows. When the last push was
 * an undo itself, this is a redo and says so.
 */
export async function undoPush(tools: Pushing): Promise<PushOutcome | NoPlan> {
  const { record } = tools.lastPush;
  if (!record) {
    throw new ExpectedError('no-push', vscode.l10n.t('No push of this session can be undone.'));
  }
  const policy = chosenOf(tools, { kind: 'policy', consoleId: record.consoleId, policy: record.policy });
  const history = await tools.syncs.of(policy.console).history();
  const at = history.find(({ id }) => id === record.pushId)?.at;
  return restoreSnapshot(tools, policy, record.snapshot, {
    kind: record.wasUndo === true ? 'redo' : 'undo',
    of: at === undefined ? new Date() : new Date(at),
  });
}

/** The push of one policy: what goes wrong is said as of any command, and there is one verdict. */
class PolicyPush extends EditorPush {
  protected readonly isCancellable = false;
  readonly #policy: ChosenPolicy;

  constructor(tools: Pushing, policy: ChosenPolicy, purpose: PushPurpose) {
    super(tools, policy.console, [policy.kind], purpose);
    this.#policy = policy;
  }

  leavesOut(): boolean {
    return false;
  }

  async agree({ refused: [refused] }: SeveralPlans, plans: readonly PlanWithNeeds[]): Promise<boolean> {
    const [first] = plans;
    if (!first) {
      const outcome = refused?.outcome ?? { kind: 'nothing-to-push' };
      explainOutcome(this.tools, this.#policy, outcome, this.purpose);
      return false;
    }
    // Shows this plan and no other, or throws: what is asked about is what is seen.
    await this.tools.planDocuments.show(this.console, first.plan, this.#words);
    await askToPush(this.console, plans, { purpose: this.purpose });
    return true;
  }

  protected titleOf(): string {
    return this.#words.progress;
  }

  get #words(): PurposeWords {
    return purposeWords(this.purpose, this.#policy.kind.name, this.console.entry.name);
  }
}

async function pushOne(
  tools: Pushing,
  policy: ChosenPolicy,
  plan?: Planning,
  purpose: PushPurpose = ownEdits,
): Promise<PushOutcome | NoPlan> {
  const { console, kind } = policy;
  const { several, results } = await tools.syncs
    .of(console)
    .pushAll([kind], new PolicyPush(tools, policy, purpose), plan);
  if (several.plans.length === 0) {
    return several.refused[0]?.outcome ?? { kind: 'nothing-to-push' };
  }
  const { plan: sent, outcome, error = new CancelledError() } = results[0] ?? {};
  if (error instanceof DriftError) {
    const { changes, liveText } = error;
    explainOutcome(tools, policy, { kind: 'drift', changes, liveText }, purpose);
    throw new CancelledError();
  }
  if (!sent || !outcome) {
    throw error;
  }
  reportVerdict(tools.log, policy, sent, outcome, purpose);
  if (outcome.verdict === 'applied' && outcome.fileFollowed === false) {
    tell('info', vscode.l10n.t('The file of {0} has edits of its own and was left as it is.', kind.name));
  }
  return outcome;
}
