import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { changedMeanwhile } from '../workspace/whenEdited.ts';

/** What a list of rules is now: the names in order, and the versions that `RuleTarget.drawn` may be of. */
export interface ListNow {
  readonly names: readonly (string | undefined)[];
  readonly list?: number | undefined;
  readonly document?: number | undefined;
}

/**
 * Where the rule stands that a row, a lens or a page showed, never another one: a rule that is the only one with its name is found by
 * the name, any other one only where nothing was edited since. Throws ExpectedError where it is gone or cannot be told.
 */
export function placeOfRule({ name, index, drawn }: RuleTarget, now: ListNow): number {
  const { names } = now;
  const found = names.indexOf(name);
  if (found === -1) {
    throw new ExpectedError(
      'rule-gone',
      vscode.l10n.t('The rule "{0}" is gone.', name ?? vscode.l10n.t('(no name)')),
    );
  }
  const isAlone = name !== undefined && names.lastIndexOf(name) === found;
  if (isAlone && drawn?.isAlone !== false) {
    return found;
  }
  if (names[index] !== name || (drawn && drawn.version !== now[drawn.of])) {
    throw changedMeanwhile(true);
  }
  return index;
}
