import type { PolicyDocument } from './policyDocument.ts';
import type { RuleView } from './ruleView.ts';

/**
 * The returned function is true for an unbroken rule without a fatal problem before the next rule. The reading of other
 * rules is a guess and may lack half of them.
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
