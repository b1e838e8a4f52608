import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PullOptions } from '../../core/sync/pull.ts';
import { choose } from '../platform/dialogs.ts';
import { describeLostEdits } from '../workspace/ruleChangeWords.ts';

/** The commands that run after the pull, by the policies whose files a person keeps. */
export type NextCommands = Map<PolicyName, 'ordinance.policy.merge' | 'ordinance.policy.compareLive'>;

/**
 * Asks about each policy of a pull with edits, and names the edits that overwriting discards. While more policies may follow, one
 * answer can count for all of them.
 */
export function overwriteChooser(
  console: string,
  pulled: readonly PolicyName[],
  mayHaveEdits: (policy: PolicyName) => boolean,
  next: NextCommands,
): PullOptions['chooseOverwrite'] {
  const overwrite = vscode.l10n.t('Overwrite');
  const keep = vscode.l10n.t('Keep Mine');
  const merge = vscode.l10n.t('Merge…');
  const compare = vscode.l10n.t('Compare with Live');
  const overwriteAll = vscode.l10n.t('Overwrite All');
  const keepAll = vscode.l10n.t('Keep All Mine');
  const asked = new Set<PolicyName>();
  let forAll: 'overwrite' | 'keep' | 'cancel' | undefined;
  return async ({ policy }, lost, canMerge) => {
    if (forAll) {
      return forAll;
    }
    asked.add(policy);
    const isLast = !pulled.some((other) => !asked.has(other) && mayHaveEdits(other));
    const message = vscode.l10n.t('{0} has local edits that were not pushed to {1}.', policy, console);
    const detail = [
      vscode.l10n.t('Overwriting replaces them with the live policy.'),
      ...describeLostEdits(await lost()),
    ];
    // The first button has the keyboard focus, so it must discard nothing. For one policy, Escape keeps the file.
    const answer =
      pulled.length === 1
        ? await choose(message, detail, [canMerge ? merge : compare, overwrite], keep)
        : await choose(message, detail, [
            keep,
            // The question about the last policy has no buttons for all, so there is space for a merge.
            ...(canMerge && isLast ? [merge] : []),
            overwrite,
            ...(isLast ? [] : [keepAll, overwriteAll]),
          ]);
    if (answer === undefined) {
      forAll = 'cancel';
    } else if (answer === overwriteAll) {
      forAll = 'overwrite';
    } else if (answer === keepAll) {
      forAll = 'keep';
    } else if (answer === merge) {
      next.set(policy, 'ordinance.policy.merge');
    } else if (answer === compare) {
      next.set(policy, 'ordinance.policy.compareLive');
    }
    return forAll ?? (answer === overwrite ? 'overwrite' : 'keep');
  };
}
