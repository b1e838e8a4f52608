import type { RuleCheck } from '../finding.ts';
import { thresholdsOf } from '../thresholds.ts';
import { severityNames } from '../../../policy/severityNames.ts';

export const blockBelowAlert: RuleCheck = {
  code: 'block-below-alert',
  summary: 'A rule blocks severities for which it does not alert.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    for (const { alert, block } of thresholdsOf(rule)) {
      // What cannot be read is no threshold to compare with.
      if (!alert?.on || !block?.on || alert.isMisread || block.isMisread) {
        continue;
      }
      const [alertsFrom, blocksFrom] = [alert.value ?? 0, block.value ?? 0];
      if (blocksFrom < alertsFrom) {
        const path = [...block.path, 'value'];
        yield {
          message: `blocks from ${nameOf(blocksFrom)} but alerts only from ${nameOf(alertsFrom)}: set the block threshold at or above the alert threshold`,
          path: block.value === undefined ? block.path : path,
          mark: block.value === undefined ? 'key' : 'value',
          fixes: [
            {
              kind: 'set',
              title: `Alert from ${nameOf(blocksFrom)}`,
              path: [...alert.path, 'value'],
              value: blocksFrom,
            },
            // Less is blocked then.
            {
              kind: 'set',
              title: `Block from ${nameOf(alertsFrom)}`,
              path,
              value: alertsFrom,
              isChoice: true,
            },
          ],
        };
      }
    }
  },
};

function nameOf(value: number): string {
  return severityNames.get(value) ?? String(value);
}
