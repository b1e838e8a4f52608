import * as vscode from 'vscode';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { l10n } from '../../core/util/l10n.ts';
import { showMessage, type Action } from '../platform/dialogs.ts';
import type { UndoablePush } from '../targets/lastPush.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import { momentWords } from '../workspace/whenWords.ts';
import { resultWords, type PlanView, type PushResult } from './planView.ts';

/** A message of a result that is not in sight. */
export function showPushResult(
  { subject: { consoleId, purpose } }: PlanView,
  plan: PushPlan,
  result: PushResult,
  log: { show(): void },
): void {
  const { policy } = plan.ref;
  const { sentence, details } = resultWords(plan, result, purpose, momentWords);
  const target: PolicyTarget = { kind: 'policy', consoleId, policy };
  const { verdict, pushId, snapshot, mayArriveUntil } = result.outcome ?? {};
  const undo: Action[] = [];
  if (pushId !== undefined && snapshot !== undefined) {
    // The message may stay while other policies are pushed.
    const push: UndoablePush = { consoleId, policy, pushId, snapshot, wasUndo: purpose.kind === 'undo' };
    undo.push({
      label: purpose.kind === 'undo' ? l10n.t('Redo') : l10n.t('Undo'),
      run: () => vscode.commands.executeCommand('ordinance.policy.undoPush', push),
    });
  }
  const compare: Action = {
    label: l10n.t('Compare with Live'),
    run: () => vscode.commands.executeCommand('ordinance.policy.compareLive', target),
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
