import type { RuleCheck } from '../finding.ts';
import { isPlain } from '../plain.ts';

export const noChecks: RuleCheck = {
  code: 'no-checks',
  summary: 'A compliance rule has no checks, so it only prevents rules below from applying.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks',
  *check({ rule, facts }) {
    const condition = rule['condition'];
    const checks = isPlain(condition) ? condition['vulnerabilities'] : undefined;
    const otherwise = (value: unknown): boolean => value !== undefined && value !== null;
    if (
      facts.checks > 0 ||
      (otherwise(condition) && !isPlain(condition)) ||
      (otherwise(checks) && !Array.isArray(checks))
    ) {
      return;
    }
    const message = 'the rule has no checks, and no rule below applies to the resources it matches';
    if (checks !== undefined) {
      yield { message, path: ['condition', 'vulnerabilities'], mark: 'key' };
    } else if (condition !== undefined) {
      yield { message, path: ['condition'], mark: 'key' };
    } else if ('name' in rule) {
      yield { message, path: ['name'] };
    } else {
      yield { message, path: [], mark: 'start' };
    }
  },
};
