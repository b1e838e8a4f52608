import type { PolicyDocument } from './policyDocument.ts';
import type { RulePlace } from './ruleEdits.ts';
import type { RuleArrayView, RuleView } from './ruleView.ts';
import { firstIndex } from '../util/firstIndex.ts';

/** The rule's text contains `offset`. Its ends and the text before the rule on its first line count too. */
export function rulePlaceAt(policy: PolicyDocument | undefined, offset: number): RulePlace | undefined {
  const rule = policy && ruleAt(policy, pastIndentation(policy, offset));
  return rule && { array: rule.array, index: rule.index };
}

/** The rule's text contains `offset`, ends included. */
export function ruleAt(policy: PolicyDocument, offset: number): RuleView | undefined {
  return policy.arrays().flatMap((view) => rulesWithin(view, offset, offset))[0];
}

/** The rules of one list that a selection touches; a cursor in the indentation of a rule's first line is in that rule. */
export function rulesTouching(
  policy: PolicyDocument,
  view: RuleArrayView,
  start: number,
  end: number,
): readonly RuleView[] {
  return rulesWithin(
    view,
    pastIndentation(policy, start),
    start === end ? pastIndentation(policy, end) : end,
  );
}

/** The offset moves behind the spaces of a line and, in YAML, the dash of an item. */
function pastIndentation(policy: PolicyDocument, offset: number): number {
  // The whole text is avoided, because it would be joined again after every key.
  const from = Math.max(0, offset - MAX_INDENTATION);
  const near = policy.slice(from, offset + MAX_INDENTATION);
  const indentation = /[ \t]*(?:-[ \t]+)?/y;
  indentation.lastIndex = near.lastIndexOf('\n', offset - from - 1) + 1;
  indentation.test(near);
  return Math.max(offset, from + indentation.lastIndex);
}

/** The limit is wider than any real indentation. */
const MAX_INDENTATION = 200;

function rulesWithin({ rules }: RuleArrayView, start: number, end: number): readonly RuleView[] {
  const first = firstIndex(rules.length, (index) => rules[index]!.range.end >= start);
  return rules.slice(
    first,
    firstIndex(rules.length, (index) => rules[index]!.range.start > end),
  );
}
