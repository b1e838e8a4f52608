import * as vscode from 'vscode';
import type { RefusedPlan } from '../../core/sync/planSeveral.ts';
import type { FeatureServices } from '../featureServices.ts';
import { showMessage, type Action } from '../platform/dialogs.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { openPolicyFile } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import { stepsWordsBy } from '../workspace/ruleChangeWords.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { NotSentReason } from './planView.ts';
import { ownEdits, purposeWords, type PushPurpose } from './pushPurpose.ts';

export type Explaining = Pick<FeatureServices, 'consoles' | 'syncs' | 'log'>;

/**
 * The reason why a policy has no plan, for a text that names the policy. It uses the past tense, because the cause may be
 * gone when a person reads it.
 */
export function refusalReason(
  { syncs }: Pick<Explaining, 'syncs'>,
  { console, kind }: ChosenPolicy,
  outcome: NonNullable<RefusedPlan['outcome']>,
): string {
  const { l10n } = vscode;
  switch (outcome.kind) {
    case 'drift': {
      const reason = l10n.t('it was changed by someone else since your last pull or push');
      const blameOf = (array: string, rule: string) => syncs.of(console).blame(kind, array, rule);
      return outcome.changes && outcome.changes.length > 0
        ? l10n.t('{0}: {1}', reason, stepsWordsBy(outcome.changes, 5, blameOf))
        : reason;
    }
    case 'no-base':
      return outcome.takenFrom === undefined
        ? l10n.t('the base of the file was unknown. Pull the policy, then push')
        : l10n.t('the file was pulled from {0}. Pull the policy, then push', outcome.takenFrom);
    case 'invalid':
      return l10n.t('the file had problems: {0}', outcome.problems.slice(0, 3).join('; '));
    case 'unknown-collections':
      return l10n.t(
        'the console lacked these collections and would have silently dropped the rules that use them: {0}',
        outcome.missing
          .slice(0, 5)
          .map(({ rule, collection }) => l10n.t('"{0}" in rule "{1}"', collection, rule))
          .join('; '),
      );
  }
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
        reason: refusalReason(tools, policy, outcome),
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
  const reason = refusalReason(tools, policy, outcome);
  showMessage(
    'error',
    vscode.l10n.t('{0}: {1} on {2}. Reason: {3}', refused, name, console, reason),
    ...actions[outcome.kind],
  );
}
