import * as vscode from 'vscode';
import { showMessage, type Action } from '../platform/dialogs.ts';
import { stepsWords } from '../../core/sync/stepWords.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import { stepsWordsBy, type BlameOf } from '../workspace/ruleChangeWords.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { openPolicyFile } from '../targets/showPolicy.ts';
import type { NotSentReason } from './planView.ts';
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

/** The reason is short, for a list that names the policy. The cause may be gone when a person reads it. */
export function shortReason(outcome: NoPlan): string {
  switch (outcome.kind) {
    case 'nothing-to-push':
      return vscode.l10n.t('the console already had the same rules');
    case 'drift':
      return outcome.changes && outcome.changes.length > 0
        ? vscode.l10n.t('changed by someone else since the pull: {0}', stepsWords(outcome.changes, 3))
        : vscode.l10n.t('changed by someone else since the pull');
    case 'no-base':
      if (outcome.takenFrom !== undefined) {
        return vscode.l10n.t('the base came from another console: {0}', outcome.takenFrom);
      }
      return vscode.l10n.t('the base of the file was unknown');
    case 'invalid':
      return vscode.l10n.t('the file had problems: {0}', outcome.problems.slice(0, 2).join('; '));
    case 'unknown-collections':
    default:
      return vscode.l10n.t(
        'the console did not have {0}',
        [...new Set(outcome.missing.map(({ collection }) => `"${collection}"`))].slice(0, 5).join(', '),
      );
  }
}

/**
 * The sentence explains why there was nothing to push, or why a push was refused. It uses the past tense, because the
 * editor keeps a message with buttons after its cause is gone.
 */
export function outcomeWords(
  policy: ChosenPolicy,
  outcome: NoPlan,
  purpose: PushPurpose = ownEdits,
  blameOf?: BlameOf,
): string {
  const { refused, nothing } = purposeWords(purpose, policy.kind.name, policy.console.entry.name);
  return outcome.kind === 'nothing-to-push'
    ? nothing
    : vscode.l10n.t('{0}: {1}', refused, fullReason(policy, outcome, blameOf));
}

/** The reason omits the refusal, where other text already names it. */
function fullReason(
  { console: { entry }, kind: { name } }: ChosenPolicy,
  outcome: Exclude<NoPlan, { kind: 'nothing-to-push' }>,
  blameOf?: BlameOf,
): string {
  const console = entry.name;
  switch (outcome.kind) {
    case 'drift':
      return outcome.changes && outcome.changes.length > 0
        ? vscode.l10n.t(
            '{0} of {1} was changed by someone else since your last pull or push: {2}.',
            name,
            console,
            stepsWordsBy(outcome.changes, 5, blameOf),
          )
        : vscode.l10n.t(
            '{0} of {1} was changed by someone else since your last pull or push.',
            name,
            console,
          );
    case 'no-base':
      if (outcome.takenFrom !== undefined) {
        return vscode.l10n.t(
          'the file of {0} was pulled from {1}, not from {2}. Pull it from {2}, then push.',
          name,
          outcome.takenFrom,
          console,
        );
      }
      return vscode.l10n.t('the base of {0} was unknown. Pull it from {1}, then push.', name, console);
    case 'invalid':
      return vscode.l10n.t(
        'the file of {0} had problems: {1}',
        name,
        outcome.problems.slice(0, 3).join('; '),
      );
    case 'unknown-collections':
    default:
      return vscode.l10n.t(
        '{0} lacked these collections and would have silently dropped the rules that use them: {1}.',
        console,
        outcome.missing
          .slice(0, 5)
          .map(({ rule, collection }) => vscode.l10n.t('"{0}" in rule "{1}"', collection, rule))
          .join('; '),
      );
  }
}

/** The reason omits the refusal, because the plan document already shows it. */
export function notPushedFor(
  tools: Pick<Explaining, 'syncs'>,
  policy: ChosenPolicy,
  outcome: NoPlan,
  purpose: PushPurpose,
): NotSentReason {
  return {
    reason:
      outcome.kind === 'nothing-to-push'
        ? outcomeWords(policy, outcome, purpose)
        : fullReason(policy, outcome, blameOfLive(tools, policy)),
    isDrift: outcome.kind === 'drift' || outcome.kind === 'no-base',
  };
}

function blameOfLive({ syncs }: Pick<Explaining, 'syncs'>, { console, kind }: ChosenPolicy): BlameOf {
  return (array, rule) => syncs.of(console).blame(kind, array, rule);
}

/** The message explains why no plan exists, and offers the next step. */
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
  // The message may outlive a merge, so the command reads the current live policy.
  const compare: Action = {
    label: vscode.l10n.t('Compare with Live'),
    run: () => vscode.commands.executeCommand('ordinance.policy.compareLive', target),
  };
  const words = outcomeWords(policy, outcome, purpose, blameOfLive(tools, policy));
  switch (outcome.kind) {
    case 'nothing-to-push':
      showMessage('info', words);
      return;
    case 'drift':
    case 'no-base':
      // A merge and an override push the file; they are no way to bring a snapshot back.
      showMessage('error', words, ...(purpose.kind === 'push' ? [merge, compare, override] : [compare]));
      return;
    case 'invalid':
      showMessage('error', words, {
        label: vscode.l10n.t('Show Problems'),
        run: async () => {
          await openPolicyFile(tools, policy);
          await vscode.commands.executeCommand('workbench.actions.view.problems');
        },
      });
      return;
    case 'unknown-collections':
    default:
      showMessage('error', words, {
        label: vscode.l10n.t('Open Policy'),
        run: () => openPolicyFile(tools, policy),
      });
  }
}
