import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { pick } from '../platform/dialogs.ts';
import { isUndoablePush, type LastPush, type UndoablePush } from '../targets/lastPush.ts';
import { targetOf } from '../workspace/target.ts';
import type { PlanDocuments } from './planDocuments.ts';

interface Known {
  readonly planDocuments: Pick<PlanDocuments, 'receiptsOf' | 'isNamedBy'>;
  readonly lastPush: Pick<LastPush, 'record' | 'of'>;
}

/**
 * The push that is meant: what names one, or a document, means that one and no other; a receipt of several asks which. Refuses for a push that was the last one
 * when its row was drawn, and is not any more.
 */
export async function pushToUndo({ planDocuments, lastPush }: Known, row: unknown): Promise<UndoablePush> {
  const target = targetOf(row);
  if (isUndoablePush(row)) {
    return row;
  }
  const [receipt, ...others] = planDocuments.receiptsOf(row);
  if (receipt) {
    return others.length === 0 ? receipt : choose([receipt, ...others]);
  }
  if (isRowOfPush(row)) {
    const { consoleId, record } = row;
    const last = lastPush.of(consoleId, record.policy as UndoablePush['policy']);
    if (last?.pushId === record.id) {
      return last;
    }
    throw noPush(vscode.l10n.t('This push of {0} is not the last one any more.', record.policy));
  }
  const meant =
    target?.kind === 'policy'
      ? lastPush.of(target.consoleId, target.policy)
      : planDocuments.isNamedBy(row)
        ? undefined
        : lastPush.record;
  if (!meant) {
    throw noPush(vscode.l10n.t('No push of this session can be undone.'));
  }
  return meant;
}

/** Each is undone by a plan of its own. */
async function choose(pushes: readonly UndoablePush[]): Promise<UndoablePush> {
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
