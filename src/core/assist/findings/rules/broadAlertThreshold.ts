import type { RuleCheck } from '../finding.ts';
import { thresholdsOf } from '../thresholds.ts';

export const broadAlertThreshold: RuleCheck = {
  code: 'broad-alert-threshold',
  summary: 'A vulnerability rule alerts on every severity.',
  severity: 'information',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    for (const { alert } of thresholdsOf(rule)) {
      if (alert?.on && !alert.isMisread && (alert.value ?? 0) === 0) {
        const path = [...alert.path, 'value'];
        yield {
          message: 'alerts on every severity: set 7 (high) or 9 (critical) to get fewer alerts',
          path: alert.value === undefined ? alert.path : path,
          mark: alert.value === undefined ? 'key' : 'value',
          fixes: [
            { kind: 'set', title: 'Alert from high', path, value: 7, isChoice: true },
            { kind: 'set', title: 'Alert on critical only', path, value: 9, isChoice: true },
          ],
        };
      }
    }
  },
};
