import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PullOptions } from '../../core/sync/pull.ts';
import { choose } from '../platform/dialogs.ts';
import { describeLostEdits } from '../workspace/ruleChangeWords.ts';

/** The other policies of the pull, and the actions that follow the question. */
export interface OverwriteFacts {
  others(policy: PolicyName): readonly PolicyName[];
  mayHaveEdits(policy: PolicyName): boolean;
  /** Keeps the file and merges it after the pull. */
  merge(policy: PolicyName): void;
  /** Keeps the file and compares it with the live policy after the pull. */
  compare(policy: PolicyName): void;
}

/**
 * Asks about one policy at a time, naming what is lost; an answer can stand for all that follow, where another one may.
 */
export function overwriteChooser(console: string, facts: OverwriteFacts): PullOptions['chooseOverwrite'] {
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
    const others = facts.others(policy);
    const isLast = !others.some((other) => !asked.has(other) && facts.mayHaveEdits(other));
    const message = vscode.l10n.t('{0} has local edits that were not pushed to {1}.', policy, console);
    const detail = [
      vscode.l10n.t('Overwriting replaces them with the live policy.'),
      ...describeLostEdits(await lost()),
    ];
    // The first has the keyboard: what takes nothing away. Of a single policy to keep the file is all that Escape does, too.
    const answer =
      others.length === 0
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
      facts.merge(policy);
    } else if (answer === compare) {
      facts.compare(policy);
    }
    return forAll ?? (answer === overwrite ? 'overwrite' : 'keep');
  };
}
