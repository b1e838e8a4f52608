import * as vscode from 'vscode';
import { policyKind, policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { policyStates } from '../../core/sync/policyState.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { pick, showMessage } from '../platform/dialogs.ts';
import { isUndoablePush, type LastPush, type UndoablePush } from '../targets/lastPush.ts';
import { chooseReadyConsole, chosenOf, type ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { fileState } from '../workspace/shownState.ts';
import { targetOf, targetsOf } from '../workspace/target.ts';
import type { PlanCommands } from './planCommands.ts';
import { explainOutcome } from './explainOutcome.ts';
import { noPlanOf, planAndShow, planSubject, type PlanAndShowResult, type PushTools } from './planAndShow.ts';
import type { PushSubject } from './planText.ts';
import { ownEdits, type PushPurpose } from './pushPurpose.ts';

interface PushCommandTools extends PushTools {
  readonly plans: Pick<PlanCommands, 'undoablesOf' | 'isNamedBy'>;
}

/** Reads the live policy and plans a push of the file, saved or not. Explains a missing plan. */
export async function planPush(tools: PushTools, policy: ChosenPolicy): Promise<PushPlan | undefined> {
  const { several } = await planSubject(tools, subjectOf(policy, ownEdits));
  const [plan] = several.plans;
  if (!plan) {
    explainOutcome(tools, policy, noPlanOf(several));
  }
  return plan;
}

/** Shows the plan of a push of the policy file. */
export function pushPolicy(tools: PushTools, policy: ChosenPolicy): Promise<PlanAndShowResult> {
  return planAndShow(tools, subjectOf(policy, ownEdits));
}

/**
 * The plan overrides drift: it names every change that the push would undo, and the person types the policy's name.
 * Drift after the plan is refused again.
 */
export function overrideLive(tools: PushTools, policy: ChosenPolicy): Promise<PlanAndShowResult> {
  return planAndShow(tools, {
    ...subjectOf(policy, ownEdits),
    planning: (sync, kind, signal) => sync.overrideDrift(kind, signal),
  });
}

/** Shows the plan of a push of a snapshot. This is a new push with the same guards, and the policy file follows. */
export function restoreSnapshot(
  tools: PushTools,
  policy: ChosenPolicy,
  snapshot: string,
  purpose: Exclude<PushPurpose, { kind: 'push' }>,
): Promise<PlanAndShowResult> {
  return planAndShow(tools, {
    ...subjectOf(policy, purpose),
    planning: (sync, kind, signal) =>
      sync.planRestore(kind, snapshot, { restoring: purpose.kind, ...(signal && { signal }) }),
  });
}

/**
 * The plan restores the state before a push: the one of the result, or the last one of the policy or of all. An undo of
 * an undo is a redo and has that name.
 */
export async function undoPush(tools: PushCommandTools, row?: unknown): Promise<PlanAndShowResult> {
  const push = await pushToUndo(tools, row);
  const policy = chosenOf(tools, { kind: 'policy', consoleId: push.consoleId, policy: push.policy });
  return restoreSnapshot(tools, policy, push.snapshot, {
    kind: push.wasUndo === true ? 'redo' : 'undo',
    of: push,
  });
}

/** Shows the plans of all edited policies of a console or of a family, or of the selected policies, in one document. */
export async function pushEdited(
  tools: PushCommandTools,
  row?: unknown,
  rows?: unknown,
): Promise<PlanAndShowResult> {
  const console = await chooseReadyConsole(tools, row);
  const family = targetOf(row);
  const named = targetsOf(row, rows).flatMap((target) =>
    target.kind === 'policy' && target.consoleId === console.id ? [target.policy] : [],
  );
  await tools.models.whenSettled();
  const kinds = policyKinds.filter(
    (kind) =>
      (family?.kind !== 'family' || family.family === kind.family) &&
      (named.length === 0 || named.includes(kind.name)) &&
      isEdited(tools, console, kind),
  );
  if (kinds.length === 0) {
    showMessage('info', vscode.l10n.t('Nothing to push: no policy of {0} is edited.', console.entry.name));
    return undefined;
  }
  return planAndShow(tools, subjectOfSeveral(console.id, kinds));
}

/** The plans are those of policies that an earlier push of several policies did not finish. */
export async function resumePush(tools: PushTools): Promise<PlanAndShowResult> {
  const { left } = tools.unfinishedPush;
  if (!left) {
    throw new ExpectedError('nothing-left', vscode.l10n.t('There is no interrupted push to resume.'));
  }
  // The list is kept for a missing console, which may return after an edit of `ordinance.yaml`.
  return planAndShow(
    tools,
    subjectOfSeveral(
      left.consoleId,
      left.policies.map((name) => policyKind(name)),
    ),
  );
}

function subjectOf({ console, kind }: ChosenPolicy, purpose: PushPurpose): PushSubject {
  return { consoleId: console.id, kinds: [kind], purpose, isSeveral: false };
}

function subjectOfSeveral(consoleId: string, kinds: readonly PolicyKind[]): PushSubject {
  return { consoleId, kinds, purpose: ownEdits, isSeveral: true };
}

function isEdited({ models }: PushCommandTools, console: ConsoleHandle, kind: PolicyKind): boolean {
  const status = models.status(console.id, kind.name);
  const state = status && fileState(status);
  return state !== undefined && policyStates[state].canPush === true;
}

/**
 * An argument that names a push, or a document, selects exactly that push. A result of several policies asks for the
 * push. A push that is no longer the last one of its row is refused.
 */
export async function pushToUndo(
  {
    plans,
    lastPush,
  }: {
    readonly plans: PushCommandTools['plans'];
    readonly lastPush: Pick<LastPush, 'record' | 'of'>;
  },
  row: unknown,
): Promise<UndoablePush> {
  const target = targetOf(row);
  if (isUndoablePush(row)) {
    return row;
  }
  const [first, ...others] = plans.undoablesOf(row);
  if (first) {
    return others.length === 0 ? first : choosePush([first, ...others]);
  }
  if (isRowOfPush(row)) {
    const { consoleId, record } = row;
    const last = lastPush.of(consoleId, record.policy as UndoablePush['policy']);
    if (last?.pushId === record.id) {
      return last;
    }
    throw noPush(vscode.l10n.t('This push of {0} is no longer the last one.', record.policy));
  }
  const push =
    target?.kind === 'policy'
      ? lastPush.of(target.consoleId, target.policy)
      : plans.isNamedBy(row)
        ? undefined
        : lastPush.record;
  if (!push) {
    throw noPush(vscode.l10n.t('No push of this session can be undone.'));
  }
  return push;
}

/** Each is undone by a plan of its own. */
async function choosePush(pushes: readonly UndoablePush[]): Promise<UndoablePush> {
  const chosen = await pick(
    pushes.map((push) => ({ label: push.policy, push })),
    { title: vscode.l10n.t('Undo the push of which policy?') },
  );
  return chosen.push;
}

function noPush(message: string): ExpectedError {
  return new ExpectedError('no-push', message, {
    advice: vscode.l10n.t('Restore an earlier one from the History.'),
  });
}

interface RowOfPush {
  readonly consoleId: string;
  readonly record: { readonly id: string; readonly policy: string };
}

/** A row of the History. */
function isRowOfPush(row: unknown): row is RowOfPush {
  const { consoleId, record } = (row ?? {}) as Partial<RowOfPush>;
  return typeof consoleId === 'string' && typeof record?.id === 'string' && typeof record.policy === 'string';
}
