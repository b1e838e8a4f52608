import type { FixData, RuleCheck } from '../finding.ts';
import { thresholdsOf } from '../thresholds.ts';
import { severityNames } from '../../../policy/severityNames.ts';

export const thresholdValue: RuleCheck = {
  code: 'threshold-value',
  summary: 'A threshold is not 0, 1, 4, 7 or 9.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds' || kind.decidesBy === 'checks',
  *check({ rule }) {
    for (const threshold of thresholdsOf(rule).flatMap(({ alert, block }) => [alert, block])) {
      const value = threshold?.value;
      if (threshold && value !== undefined && Number.isFinite(value) && !severityNames.has(value)) {
        const path = [...threshold.path, 'value'];
        yield {
          message: `a threshold is 0, 1 (low), 4 (medium), 7 (high) or 9 (critical), not ${value}`,
          path,
          fixes: nearest(value).map((next): FixData => ({
            kind: 'set',
            title: `Change to ${next} (${severityNames.get(next)})`,
            path,
            value: next,
          })),
        };
      }
    }
  },
};

/** The two severities around a value, the nearer one first. */
function nearest(value: number): number[] {
  return [...severityNames.keys()]
    .filter((each) => each > 0)
    .toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))
    .slice(0, 2);
}
