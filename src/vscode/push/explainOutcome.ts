import * as vscode from 'vscode';
import type { RefusedOutcome } from '../../core/sync/planSeveral.ts';
import { refusalLine } from '../../core/sync/refusalReason.ts';
import type { FeatureServices } from '../featureServices.ts';
import { showMessage, type Action } from '../platform/dialogs.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { openPolicyFile } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import { stepWordsBy } from '../workspace/ruleChangeWords.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { NotSentReason } from './planText.ts';
import { ownEdits, purposeWords, type PushPurpose } from './pushPurpose.ts';

export type Explaining = Pick<FeatureServices, 'consoles' | 'syncs' | 'log'>;

function reasonWords(
  { syncs }: Pick<Explaining, 'syncs'>,
  { console, kind }: ChosenPolicy,
  outcome: RefusedOutcome,
): string {
  const reason = refusalLine(outcome, (step) =>
    stepWordsBy(step, (array, rule) => syncs.of(console).blame(kind, array, rule)),
  );
  return outcome.kind === 'no-base' ? vscode.l10n.t('{0}. Pull the policy, then push', reason) : reason;
}

/** The reason for a plan document, which already shows the refusal. */
export function notSentReason(
  tools: Pick<Explaining, 'syncs'>,
  policy: ChosenPolicy,
  outcome: NoPlan,
  purpose: PushPurpose,
): NotSentReason {
  return outcome.kind === 'nothing-to-push'
    ? { reason: purposeWords(purpose, policy.kind.name, policy.console.entry.name).nothing }
    : {
        reason: reasonWords(tools, policy, outcome),
        isDrift: outcome.kind === 'drift' || outcome.kind === 'no-base',
      };
}

/** Shows a message with the reason for a missing plan, and offers the next step. */
export function explainOutcome(
  tools: Explaining,
  policy: ChosenPolicy,
  outcome: NoPlan,
  purpose: PushPurpose = ownEdits,
): void {
  const { name } = policy.kind;
  const console = policy.console.entry.name;
  tools.log.info(`plan for ${console}/${name}: ${outcome.kind}`);
  const { refused, nothing } = purposeWords(purpose, name, console);
  if (outcome.kind === 'nothing-to-push') {
    showMessage('info', nothing);
    return;
  }
  const target: PolicyTarget = { kind: 'policy', consoleId: policy.console.id, policy: name };
  const action = (label: string, command: string): Action => ({
    label,
    run: () => vscode.commands.executeCommand(command, target),
  });
  // The message may outlive a merge, so the comparison reads the current live policy.
  const compare = action(vscode.l10n.t('Compare with Live'), 'ordinance.policy.compareLive');
  // A merge and an override push the file, so they restore no snapshot.
  const drift =
    purpose.kind === 'push'
      ? [
          action(vscode.l10n.t('Merge…'), 'ordinance.policy.merge'),
          compare,
          action(vscode.l10n.t('Override…'), 'ordinance.policy.override'),
        ]
      : [compare];
  const actions: Readonly<Record<typeof outcome.kind, readonly Action[]>> = {
    drift,
    'no-base': drift,
    invalid: [
      {
        label: vscode.l10n.t('Show Problems'),
        run: async () => {
          await openPolicyFile(tools, policy);
          await vscode.commands.executeCommand('workbench.actions.view.problems');
        },
      },
    ],
    'unknown-collections': [
      { label: vscode.l10n.t('Open Policy'), run: () => openPolicyFile(tools, policy) },
    ],
  };
  const reason = reasonWords(tools, policy, outcome);
  showMessage(
    'error',
    vscode.l10n.t('{0}: {1} on {2}. Reason: {3}', refused, name, console, reason),
    ...actions[outcome.kind],
  );
}
