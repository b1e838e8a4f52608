import type { PolicyDocument } from './policyDocument.ts';
import type { RuleView } from './ruleView.ts';

/**
 * Tells of which rules it is sure what they say: the text has a single meaning from where the rule begins to where the next
 * one does. Of others, what was read is the best that could be made of it, and may lack half of them.
 */
export function sureRules(policy: PolicyDocument): (rule: RuleView) => boolean {
  const breaks = policy.problems
    .filter(({ fatal }) => fatal)
    .map(({ range }) => range.start)
    .toSorted((a, b) => a - b);
  if (breaks.length === 0) {
    return ({ slice }) => !slice.broken;
  }
  return ({ array, index, range, slice }) => {
    const end = policy.array(array)?.rules[index + 1]?.range.start ?? Infinity;
    return !slice.broken && !breaks.some((start) => start >= range.start && start < end);
  };
}
