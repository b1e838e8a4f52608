import * as vscode from 'vscode';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import { chosenOf } from '../workspace/consoles.ts';
import { planRestore } from '../../core/sync/planRestore.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { type PlanAndShowResult, type PushTools, planAndShow } from './planAndShow.ts';
import type { PushPurpose } from './planText.ts';
import type { PlanViews } from './planViews.ts';
import { targetOf } from '../workspace/target.ts';
import { isUndoablePush, type LastPush, type UndoablePush } from '../targets/pushes.ts';
import { pick } from '../platform/dialogs.ts';

/**
 * The plan restores the state before a push: the one of the result, or the last one of the policy or of all. An undo of
 * an undo is a redo and has that name.
 */
export async function undoPush(tools: PushTools, row?: unknown): Promise<PlanAndShowResult> {
  const push = await pushToUndo(tools, row);
  const policy = chosenOf(tools, { kind: 'policy', consoleId: push.consoleId, policy: push.policy });
  return restoreSnapshot(tools, policy, push.snapshot, {
    kind: push.wasUndo === true ? 'redo' : 'undo',
    of: push,
  });
}

/** Shows the plan of a push of a snapshot. This is a new push with the same guards, and the policy file follows. */
export function restoreSnapshot(
  tools: PushTools,
  { console, kind }: ChosenPolicy,
  snapshot: string,
  purpose: Exclude<PushPurpose, { kind: 'push' }>,
): Promise<PlanAndShowResult> {
  return planAndShow(tools, {
    consoleId: console.id,
    kinds: [kind],
    purpose,
    isSeveral: false,
    planOne: (sync, _, { signal } = {}) =>
      planRestore(sync, kind, snapshot, { restoring: purpose.kind, signal }),
  });
}

/**
 * An argument that names a push, or a document, selects exactly that push. A result of several policies asks for the
 * push. A push that is no longer the last one of its row is refused.
 */
export async function pushToUndo(
  {
    views,
    lastPush,
  }: {
    readonly views: Pick<PlanViews, 'undoablesOf' | 'isNamedBy'>;
    readonly lastPush: Pick<LastPush, 'record' | 'of'>;
  },
  row: unknown,
): Promise<UndoablePush> {
  const target = targetOf(row);
  if (isUndoablePush(row)) {
    return row;
  }
  const [first, ...others] = views.undoablesOf(row);
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
      : views.isNamedBy(row)
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
