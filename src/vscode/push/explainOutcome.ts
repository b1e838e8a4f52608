import * as vscode from 'vscode';
import { tell, type Action } from '../platform/dialogs.ts';
import type { PlanOutcome } from '../../core/sync/outcomes.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import { describeSteps, type BlameOf } from '../workspace/describeSteps.ts';
import { openPolicyFile } from '../targets/showPolicy.ts';
import { ownEdits, purposeWords, type PushPurpose } from './pushPurpose.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { Log } from '../platform/log.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';

export interface Explaining {
  readonly syncs: Pick<ConsoleSyncs, 'of'>;
  readonly files: PolicyFiles;
  readonly liveDocuments: LiveDocuments;
  readonly log: Log;
}

type NoPlan = Exclude<PlanOutcome, { kind: 'plan' }>;

/** The same in a few words, for a list that names the policy. What it is about may be over while it is read. */
export function reasonWords(outcome: NoPlan): string {
  switch (outcome.kind) {
    case 'nothing-to-push':
      return vscode.l10n.t('the console held the same already');
    case 'drift':
      return outcome.changes && outcome.changes.length > 0
        ? vscode.l10n.t('changed by somebody else since the pull: {0}', describeSteps(outcome.changes, 3))
        : vscode.l10n.t('changed by somebody else since the pull');
    case 'no-base':
      if (outcome.takenFrom !== undefined) {
        return vscode.l10n.t('it had been made from another place: {0}', outcome.takenFrom);
      }
      return vscode.l10n.t('it was not known what the file had started from');
    case 'invalid':
      return vscode.l10n.t('it had problems: {0}', outcome.problems.slice(0, 2).join('; '));
    case 'unknown-collections':
    default:
      return vscode.l10n.t(
        'the console did not know {0}',
        [...new Set(outcome.missing.map(({ collection }) => `"${collection}"`))].slice(0, 5).join(', '),
      );
  }
}

/**
 * Why there was nothing to push or why a push was refused, one sentence. Of the moment when it was asked for: the editor keeps a message with
 * buttons until it is closed, and cannot be told that its cause is gone.
 */
export function outcomeWords(
  { console: { entry }, kind: { name } }: ChosenPolicy,
  outcome: NoPlan,
  purpose: PushPurpose = ownEdits,
  blameOf?: BlameOf,
): string {
  const console = entry.name;
  const { refused, nothing } = purposeWords(purpose, name, console);
  switch (outcome.kind) {
    case 'nothing-to-push':
      return nothing;
    case 'drift':
      return outcome.changes && outcome.changes.length > 0
        ? vscode.l10n.t(
            '{0}: {1} of {2} was changed by somebody else since your last pull or push: {3}.',
            refused,
            name,
            console,
            describeSteps(outcome.changes, 5, blameOf),
          )
        : vscode.l10n.t(
            '{0}: {1} of {2} was changed by somebody else since your last pull or push.',
            refused,
            name,
            console,
          );
    case 'no-base':
      if (outcome.takenFrom !== undefined) {
        return vscode.l10n.t(
          '{0}: the file of {1} had been made from the policy at {2}, another place than {3}. Pull it before you push.',
          refused,
          name,
          outcome.takenFrom,
          console,
        );
      }
      return vscode.l10n.t(
        '{0}: it was unknown which state of {1} of {2} the file had started from. Pull it before you push.',
        refused,
        name,
        console,
      );
    case 'invalid':
      return vscode.l10n.t(
        '{0}: {1} had problems: {2}',
        refused,
        name,
        outcome.problems.slice(0, 3).join('; '),
      );
    case 'unknown-collections':
    default:
      return vscode.l10n.t(
        '{0}: {1} did not know every collection, and would have left these rules out without a word: {2}.',
        refused,
        console,
        outcome.missing
          .slice(0, 5)
          .map(({ rule, collection }) => vscode.l10n.t('"{0}" in rule "{1}"', collection, rule))
          .join('; '),
      );
  }
}

/** Says why there is nothing to push or why a push is refused, with the way on. */
export function explainOutcome(
  tools: Explaining,
  policy: ChosenPolicy,
  outcome: NoPlan,
  purpose: PushPurpose = ownEdits,
): void {
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
  // The message may stay beside a merge that was made meanwhile: what is compared is live as it is then.
  const compare: Action = {
    label: vscode.l10n.t('Compare with Live'),
    run: () => vscode.commands.executeCommand('ordinance.policy.compareLive', target),
  };
  const words = outcomeWords(policy, outcome, purpose, (array, rule) =>
    tools.syncs.of(policy.console).blame(policy.kind, array, rule),
  );
  switch (outcome.kind) {
    case 'nothing-to-push':
      tell('info', words);
      return;
    case 'drift':
    case 'no-base':
      // A merge and an override push the file; they are no way to bring a snapshot back.
      tell('error', words, ...(purpose.kind === 'push' ? [merge, compare, override] : [compare]));
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
