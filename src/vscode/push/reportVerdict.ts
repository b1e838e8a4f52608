import * as vscode from 'vscode';
import type { PushOutcome, PushPlan } from '../../core/sync/outcomes.ts';
import { tell, type Action } from '../platform/dialogs.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import { describeSteps } from '../workspace/describeSteps.ts';
import type { UndoablePush } from '../targets/lastPush.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import { purposeWords, type PushPurpose } from './pushPurpose.ts';

/** Says how a push of one policy ended, with the way on. Of that moment: messages with buttons stay when it is settled. */
export function reportVerdict(
  log: { show(): void },
  { console, kind }: ChosenPolicy,
  plan: PushPlan,
  { verdict, reason, difference, consoleEdits = [], mayArriveUntil, snapshot, pushId }: PushOutcome,
  purpose: PushPurpose,
): void {
  const { name } = console.entry;
  const target: PolicyTarget = { kind: 'policy', consoleId: console.id, policy: kind.name };
  // The message may stay while others are pushed.
  const told: UndoablePush = {
    consoleId: console.id,
    policy: kind.name,
    snapshot,
    pushId,
    wasUndo: purpose.kind === 'undo',
  };
  const undo: Action = {
    label: purpose.kind === 'undo' ? vscode.l10n.t('Redo') : vscode.l10n.t('Undo'),
    run: () => vscode.commands.executeCommand('ordinance.policy.undoPush', told),
  };
  const compare: Action = {
    label: vscode.l10n.t('Compare with Live'),
    run: () => vscode.commands.executeCommand('ordinance.policy.compareLive', target),
  };
  const showLog: Action = { label: vscode.l10n.t('Show Log'), run: () => log.show() };
  const why = [reason, difference && difference.length > 0 ? describeSteps(difference) : undefined]
    .filter((part) => part !== undefined)
    .join(' ');
  if (verdict === 'applied') {
    tell('info', [purposeWords(purpose, kind.name, name).done(plan), ...consoleEdits].join(' '), undo);
  } else if (verdict === 'not-applied') {
    tell('error', vscode.l10n.t('{0} did not apply {1}. {2}', name, kind.name, why), compare, showLog);
  } else if (verdict === 'foreign-change') {
    tell(
      'error',
      vscode.l10n.t(
        '{0} held something else than what was pushed to {1} when it was read back. {2}',
        name,
        kind.name,
        why,
      ),
      undo,
      compare,
      showLog,
    );
  } else if (mayArriveUntil) {
    tell(
      'warning',
      vscode.l10n.t(
        'It was not known yet whether {0} applied {1}: it could still arrive. Ordinance looks again until {2} and tells you. {3}',
        name,
        kind.name,
        mayArriveUntil.toLocaleTimeString(),
        reason ?? '',
      ),
      showLog,
    );
  } else {
    tell(
      'error',
      vscode.l10n.t('It could not be found out whether {0} applied {1}. {2}', name, kind.name, why),
      compare,
      showLog,
    );
  }
}
