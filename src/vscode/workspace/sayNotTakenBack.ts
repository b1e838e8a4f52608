import * as vscode from 'vscode';
import { tell } from '../platform/dialogs.ts';

/** What became of an edit since somebody was told of it, where it is not the last one any more. */
export type EditSince = 'taken-back' | 'edited-since' | 'pushed' | 'closed';

/**
 * Why an *Undo* in a message does nothing any more: the editor withdraws no message, so it may be clicked long after. Nothing went
 * wrong then, and nothing is to be done but, perhaps, in the file.
 */
export function sayNotTakenBack(since: EditSince): void {
  const why: Readonly<Record<EditSince, string>> = {
    'taken-back': vscode.l10n.t('There is nothing left to undo.'),
    'edited-since': vscode.l10n.t(
      'Could not undo: the file has been edited since. Undo in the file takes back one step after the other.',
    ),
    pushed: vscode.l10n.t('Could not undo: the policy has been pushed since.'),
    closed: vscode.l10n.t('Could not undo: the file has been closed since.'),
  };
  tell('info', why[since]);
}
