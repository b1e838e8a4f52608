import type { FixData, Plain, RuleCheck } from '../finding.ts';
import { isPlain, listAt, objectAt } from '../plainData.ts';
import { thresholdsOf } from './thresholds.ts';

export const severities = ['low', 'medium', 'high', 'critical'];

export const negativeGrace: RuleCheck = {
  code: 'negative-grace',
  summary: 'A number of grace days is negative.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    const policy = objectAt(rule, 'graceDaysPolicy');
    const places = [
      { path: ['graceDays'], days: rule['graceDays'] },
      ...severities.map((severity) => ({ path: ['graceDaysPolicy', severity], days: policy[severity] })),
    ];
    for (const { path, days } of places) {
      if (typeof days === 'number' && days < 0 && Number.isFinite(days)) {
        yield {
          message: `grace days must be 0 or more, not ${days}`,
          path,
          fixes: [-days, 0].map((value): FixData => ({
            kind: 'set',
            title: `Change to ${value}`,
            path,
            value,
          })),
        };
      }
    }
  },
};

export const graceWithoutBlock: RuleCheck = {
  code: 'grace-without-block',
  summary: 'A rule has grace days, but blocks nothing.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    if (blocks(rule)) {
      return;
    }
    const message =
      'grace days have no effect because this rule does not block: set a block threshold or remove the grace days';
    const days = rule['graceDays'];
    if (typeof days === 'number' && days > 0 && Number.isFinite(days)) {
      const path = ['graceDays'];
      yield { message, path, fixes: [{ kind: 'set', title: 'Change to 0', path, value: 0 }] };
    }
    const policy = objectAt(rule, 'graceDaysPolicy');
    if (policy['enabled'] === true && severities.some((severity) => Number(policy[severity]) > 0)) {
      const path = ['graceDaysPolicy', 'enabled'];
      yield { message, path, fixes: [{ kind: 'set', title: 'Switch it off', path, value: false }] };
    }
  },
};

/** The result is true if any part of the rule blocks; an unreadable part may block. */
function blocks(rule: Plain): boolean {
  const isOdd =
    'blockThreshold' in rule && rule['blockThreshold'] !== null && !isPlain(rule['blockThreshold']);
  const isOpen = typeof (objectAt(rule, 'blockThreshold')['enabled'] ?? false) !== 'boolean';
  return (
    isOdd ||
    isOpen ||
    thresholdsOf(rule).some(({ block }) => block?.on) ||
    ['cveRules', 'tags', 'riskFactorsEffects'].some((key) =>
      listAt(rule, key).some((entry) => isPlain(entry) && entry['effect'] === 'block'),
    )
  );
}
