import * as vscode from 'vscode';
import { tell, type Action } from '../platform/dialogs.ts';
import type { PlanOutcome } from '../sync/outcomes.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import { describeSteps } from './describeSteps.ts';
import { openPolicyFile, showDifference } from './showPolicy.ts';
import type { ChosenPolicy } from './targets.ts';
import type { Tools } from './tools.ts';

type Explaining = Pick<Tools, 'files' | 'liveDocuments' | 'log'>;
type NoPlan = Exclude<PlanOutcome, { kind: 'plan' }>;

/** Why there is nothing to push or why a push is refused, one sentence. */
export function outcomeWords({ console: { entry }, kind: { name } }: ChosenPolicy, outcome: NoPlan): string {
  const console = entry.name;
  switch (outcome.kind) {
    case 'nothing-to-push':
      return vscode.l10n.t('Nothing to push: {0} of {1} already says the same.', name, console);
    case 'drift':
      return outcome.changes && outcome.changes.length > 0
        ? vscode.l10n.t(
            'Not pushed: {0} of {1} was changed by somebody else since you pulled it: {2}.',
            name,
            console,
            describeSteps(outcome.changes),
          )
        : vscode.l10n.t(
            'Not pushed: {0} of {1} was changed by somebody else since you pulled it.',
            name,
            console,
          );
    case 'no-base':
      return vscode.l10n.t(
        'Not pushed: it is unknown which state of {0} of {1} this file started from. Pull it first.',
        name,
        console,
      );
    case 'invalid':
      return vscode.l10n.t(
        'Not pushed: {0} has problems: {1}',
        name,
        outcome.problems.slice(0, 3).join('; '),
      );
    case 'unknown-collections':
    default:
      return vscode.l10n.t(
        'Not pushed: {0} does not know every collection, and would leave these rules out without a word: {1}.',
        console,
        outcome.missing
          .slice(0, 5)
          .map(({ rule, collection }) => vscode.l10n.t('"{0}" in rule "{1}"', collection, rule))
          .join('; '),
      );
  }
}

/** Says why there is nothing to push or why a push is refused, with the way on. */
export function explainOutcome(tools: Explaining, policy: ChosenPolicy, outcome: NoPlan): void {
  const { name } = policy.kind;
  const console = policy.console.entry.name;
  tools.log.info(`plan for ${console}/${name}: ${outcome.kind}`);
  const target: PolicyTarget = { kind: 'policy', consoleId: policy.console.id, policy: name };
  const merge: Action = {
    label: vscode.l10n.t('Merge…'),
    run: () => vscode.commands.executeCommand('ordinance.policy.merge', target),
  };
  const override: Action = {
    label: vscode.l10n.t('Override…'),
    run: () => vscode.commands.executeCommand('ordinance.policy.override', target),
  };
  const compare = (liveText: string): Action => ({
    label: vscode.l10n.t('Compare with Live'),
    run: () => showDifference(tools, policy, liveText),
  });
  const words = outcomeWords(policy, outcome);
  switch (outcome.kind) {
    case 'nothing-to-push':
      tell('info', words);
      return;
    case 'drift':
    case 'no-base':
      tell('error', words, merge, compare(outcome.liveText), override);
      return;
    case 'invalid':
      tell('error', words, {
        label: vscode.l10n.t('Show Problems'),
        run: async () => {
          await openPolicyFile(tools, policy);
          await vscode.commands.executeCommand('workbench.actions.view.problems');
        },
      });
      return;
    case 'unknown-collections':
    default:
      tell('error', words, {
        label: vscode.l10n.t('Open Policy'),
        run: () => openPolicyFile(tools, policy),
      });
  }
}
