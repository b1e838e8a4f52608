import * as vscode from 'vscode';
import { l10n } from '../../core/util/l10n.ts';
import { showMessage, type Action } from '../platform/dialogs.ts';
import { momentWords } from '../workspace/whenWords.ts';
import { policyOf, undoables } from './planLenses.ts';
import { resultWords, type PlanView } from './planView.ts';

/** Reports the result of a push of one policy that is not in sight. */
export function showPushResult(view: PlanView, log: { show(): void }): void {
  const [part] = view.parts;
  if (part?.state.kind !== 'result') {
    return;
  }
  const { plan, state } = part;
  const { sentence, details } = resultWords(plan, state.result, view.subject.purpose, momentWords);
  const { verdict, mayArriveUntil } = state.result.outcome ?? {};
  // The message may stay while other policies are pushed, so each action names its push or policy.
  const undo = undoables(view).map((push): Action => ({
    label: push.wasUndo ? l10n.t('Redo') : l10n.t('Undo'),
    run: () => vscode.commands.executeCommand('ordinance.policy.undoPush', push),
  }));
  const compare: Action = {
    label: l10n.t('Compare with Live'),
    run: () => vscode.commands.executeCommand('ordinance.policy.compareLive', policyOf(view)),
  };
  const showLog: Action = { label: l10n.t('Show Log'), run: () => log.show() };
  const message = [sentence, ...details].join(' ');
  if (verdict === 'applied') {
    showMessage('info', message, ...undo);
  } else if (verdict === 'foreign-change') {
    showMessage('error', message, ...undo, compare, showLog);
  } else if (verdict === 'unknown' && mayArriveUntil) {
    showMessage('warning', message, showLog);
  } else {
    showMessage('error', message, compare, showLog);
  }
}
