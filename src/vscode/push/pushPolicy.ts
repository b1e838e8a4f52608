import * as vscode from 'vscode';
import type { PlanOutcome, PushOutcome } from '../../core/sync/outcomes.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import { DriftError, driftOf } from '../../core/sync/push.ts';
import { CanceledError } from '../../core/util/errors.ts';
import { tell } from '../platform/dialogs.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { chosenOf, type ChosenPolicy } from '../targets/targets.ts';
import { EditorPush, type PushHow, type Pushing, type PushSubject } from './editorPush.ts';
import { explainOutcome, type Refused } from './explainOutcome.ts';
import type { NewSheet } from './shownSheet.ts';
import { ownEdits, purposeWords, type PurposeWords, type PushPurpose } from './pushPurpose.ts';
import { pushToUndo } from './pushToUndo.ts';
import { reportVerdict } from './reportVerdict.ts';

/** What came of a push: its review is open, or there is nothing to review, or it was sent. */
type Reviewed = PlanOutcome | PushOutcome;

/** Plans a push of the working copy, and shows the plan, which is pushed where it is shown. */
export function pushPolicy(tools: Pushing, policy: ChosenPolicy): Promise<Reviewed> {
  return pushOne(tools, subjectOf(policy, ownEdits), { kind: 'open' });
}

/**
 * Plans a push although live was changed since the pull: the plan names every change that would be undone, and pushing it
 * wants the policy's name typed. Without drift it is a push as any other; drift that comes after the plan is refused again.
 */
export function overrideLive(tools: Pushing, policy: ChosenPolicy): Promise<Reviewed> {
  const subject: PushSubject = {
    ...subjectOf(policy, ownEdits),
    planning: (sync, kind, signal) => sync.overrideDrift(kind, signal),
  };
  return pushOne(tools, subject, { kind: 'open' });
}

/** Plans to push a snapshot: a new push forward, through a plan of its own and the guards of any push; the working copy follows. */
export function restoreSnapshot(
  tools: Pushing,
  policy: ChosenPolicy,
  snapshot: string,
  purpose: Exclude<PushPurpose, { kind: 'push' }>,
): Promise<Reviewed> {
  const subject: PushSubject = {
    ...subjectOf(policy, purpose),
    planning: (sync, kind, signal) =>
      sync.planRestore(kind, snapshot, { restoring: purpose.kind, ...(signal && { signal }) }),
  };
  return pushOne(tools, subject, { kind: 'open' });
}

/**
 * Plans to push back what was there before a push: the one that a receipt is of, the last one of a policy, or the last of
 * all. When that was an undo itself, this is a redo and says so.
 */
export async function undoPush(tools: Pushing, row?: unknown): Promise<Reviewed> {
  const record = await pushToUndo(tools, row);
  const policy = chosenOf(tools, { kind: 'policy', consoleId: record.consoleId, policy: record.policy });
  const history = await tools.syncs.of(policy.console).history();
  const at = history.find(({ id }) => id === record.pushId)?.at;
  return restoreSnapshot(tools, policy, record.snapshot, {
    kind: record.wasUndo === true ? 'redo' : 'undo',
    of: at === undefined ? new Date() : new Date(at),
  });
}

function subjectOf({ console, kind }: ChosenPolicy, purpose: PushPurpose): PushSubject {
  return { consoleId: console.id, kinds: [kind], purpose };
}

/** The push of one policy: what goes wrong is said as of any command, and there is one verdict. */
class PolicyPush extends EditorPush {
  protected readonly isCancellable = false;

  get policy(): ChosenPolicy {
    return chosenOf(this.tools, {
      kind: 'policy',
      consoleId: this.console.id,
      policy: this.subject.kinds[0]?.name ?? 'vulnerability/images',
    });
  }

  leavesOut(): boolean {
    return false;
  }

  endingOf(several: SeveralPlans): Refused {
    return this.refusal(this.policy.kind.name, noPlanOf(several));
  }

  protected async nothing(several: SeveralPlans): Promise<void> {
    if (this.how.kind !== 'follow') {
      explainOutcome(this.tools, this.policy, noPlanOf(several), this.subject.purpose);
    }
  }

  protected sheetOf({ plans }: SeveralPlans): NewSheet {
    const { tools, subject } = this;
    const words = this.#words;
    return {
      consoleId: subject.consoleId,
      isSeveral: false,
      purpose: subject.purpose,
      heading: [],
      parts: plans.map((plan) => ({ plan, words })),
      acts: {
        again: (from) => pushOne(tools, subject, { kind: 'open', from }),
        push: (shown, from) => pushOne(tools, subject, { kind: 'push', shown, heading: [], from }),
        ...(subject.planning ? {} : { follow: (from) => follow(tools, subject, from) }),
      },
    };
  }

  protected async begins(): Promise<void> {}

  protected titleOf(): string {
    return this.#words.progress;
  }

  get #words(): PurposeWords {
    return purposeWords(this.subject.purpose, this.policy.kind.name, this.console.entry.name);
  }
}

/** Puts the plan of the file as it is now in place of the one that is shown; or says why there is none. */
async function follow(tools: Pushing, subject: PushSubject, from: string): Promise<string | undefined> {
  const push = new PolicyPush(tools, subject, { kind: 'follow', from });
  const { several } = await push.run();
  return several.plans.length > 0 ? undefined : push.endingOf(several).reason;
}

function noPlanOf({ refused: [refused] }: SeveralPlans): NoPlan {
  return refused?.outcome ?? { kind: 'nothing-to-push' };
}

/** Throws a cancellation for a no to what is asked. */
export async function pushOne(tools: Pushing, subject: PushSubject, how: PushHow): Promise<Reviewed> {
  const push = new PolicyPush(tools, subject, how);
  const { policy } = push;
  const { several, results } = await push.run();
  const [planned] = several.plans;
  if (!planned) {
    return noPlanOf(several);
  }
  if (!push.isAgreed) {
    return { kind: 'plan', plan: planned };
  }
  const { plan: sent, outcome, error = new CanceledError() } = results[0] ?? {};
  if (error instanceof DriftError) {
    explainOutcome(tools, policy, driftOf(error), subject.purpose);
    throw new CanceledError();
  }
  if (!sent || !outcome) {
    throw error;
  }
  reportVerdict(tools.log, policy, sent, outcome, subject.purpose);
  if (outcome.verdict === 'applied' && outcome.file === 'left') {
    tell(
      'info',
      vscode.l10n.t(
        'The file of {0} was left as it is: it does not say what live said before.',
        policy.kind.name,
      ),
    );
  }
  return outcome;
}
