import * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { findRule, ruleRefs, type RuleRef } from '../../core/document/ruleRef.ts';
import type { RuleArrayView } from '../../core/document/ruleView.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { changedMeanwhile } from './textEdits.ts';

/** The current rules, ascending. Throws ExpectedError when a rule is gone or ambiguous. */
export function rulesNow(
  policy: PolicyDocument,
  view: RuleArrayView,
  rules: readonly RuleRef[],
): readonly RuleRef[] {
  const now = ruleRefs(policy, view);
  const indices = new Set(
    rules.map((rule) => {
      const index = findRule(policy, view, rule);
      if (index === 'gone') {
        throw ruleGone(rule.name);
      }
      if (index === 'unclear') {
        throw changedMeanwhile(true);
      }
      return index;
    }),
  );
  return now.filter(({ index }) => indices.has(index));
}

export function ruleGone(name: string | undefined): ExpectedError {
  return new ExpectedError(
    'rule-gone',
    vscode.l10n.t('The rule "{0}" is gone.', name ?? vscode.l10n.t('(no name)')),
  );
}
