import { checksOf, checksPath } from '../complianceChecks.ts';
import type { RuleCheck } from '../finding.ts';

export const duplicateCheck: RuleCheck = {
  code: 'duplicate-check',
  summary: 'A compliance rule lists a check twice.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.family === 'compliance',
  *check({ rule }) {
    const first = new Map<number, boolean>();
    for (const { id, block, index } of checksOf(rule)) {
      const earlier = first.get(id);
      if (earlier === undefined) {
        first.set(id, block);
        continue;
      }
      yield {
        message: `check ${id} is listed already${earlier === block ? '' : ', with another `block`'}`,
        path: [...checksPath, index, 'id'],
        tags: ['unnecessary'],
        fixes: [{ kind: 'remove', title: `Remove the repeated check ${id}`, path: [...checksPath, index] }],
      };
    }
  },
};
