import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PullOptions } from '../../core/sync/pull.ts';
import { choose } from '../platform/dialogs.ts';
import { describeLostEdits } from '../workspace/ruleChangeWords.ts';

/** The command of a policy whose file a person keeps and looks at after the pull. */
export type NextCommands = Map<PolicyName, 'ordinance.policy.merge' | 'ordinance.policy.compareLive'>;

/**
 * Asks about one policy of a pull at a time, naming what is lost; an answer can stand for all that follow, where another one may.
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
    // The first has the keyboard: what takes nothing away. Of a single policy to keep the file is all that Escape does, too.
    const answer =
      pulled.length === 1
        ? await choose(message, detail, [canMerge ? merge : compare, overwrite], keep)
        : await choose(message, detail, [
            keep,
            // Where one answer may stand for all there are buttons enough.
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
