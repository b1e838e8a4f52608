import { checksOf, checksPath } from '../complianceChecks.ts';
import type { RuleCheck } from '../finding.ts';

export const unknownCheck: RuleCheck = {
  code: 'unknown-check',
  summary: 'A compliance rule lists a check that the console does not have.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks',
  *check({ rule, knowledge }) {
    if (!knowledge.checks) {
      return;
    }
    for (const { id, index } of checksOf(rule)) {
      if (!knowledge.checks.has(id)) {
        yield {
          message: `the console has no check ${id}`,
          path: [...checksPath, index, 'id'],
          fixes: [{ kind: 'remove', title: `Remove check ${id}`, path: [...checksPath, index] }],
        };
      }
    }
  },
};
