import { canCheckBlock } from '../../../policy/families.ts';
import { checksOf, checksPath } from '../complianceChecks.ts';
import type { RuleCheck } from '../finding.ts';

export const unblockableCheck: RuleCheck = {
  code: 'unblockable-check',
  summary: 'A compliance rule blocks with a check that can only alert.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks',
  *check({ kind, rule, knowledge }) {
    for (const { id, block, index } of checksOf(rule)) {
      const type = knowledge.checks?.get(id)?.type;
      const alertsOnly = type === 'windows' || type === 'istio' || !canCheckBlock(kind, String(id));
      if (block && alertsOnly) {
        const path = [...checksPath, index, 'block'];
        yield {
          message: `check ${id} can only alert: \`block\` must be false`,
          path,
          fixes: [{ kind: 'set', title: 'Change to false', path, value: false }],
        };
      }
    }
  },
};
