import { isZeroDate } from '../../../policy/comparisonForm.ts';
import type { Finding, Plain, RuleCheck } from '../finding.ts';
import { isPlain, listAt, objectAt } from '../plainData.ts';
import { severities } from './grace.ts';

export const inactiveSetting: RuleCheck = {
  code: 'inactive-setting',
  summary: 'A setting is present but not active.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    yield* ofGrace(rule);
    for (const key of ['cveRules', 'tags']) {
      for (const [index, exception] of listAt(rule, key).entries()) {
        const expiration = isPlain(exception) ? exception['expiration'] : undefined;
        if (isPlain(expiration)) {
          yield* ofExpiration(expiration, [key, index, 'expiration']);
        }
      }
    }
  },
};

function* ofGrace(rule: Plain): Generator<Omit<Finding, 'code'>, void, void> {
  const policy = objectAt(rule, 'graceDaysPolicy');
  const hasDays = severities.some((severity) => Number(policy[severity]) > 0);
  if (hasDays && isUnset(policy['enabled'])) {
    yield {
      message: 'these grace days have no effect: `graceDaysPolicy` has no `enabled: true`',
      path: ['graceDaysPolicy'],
      mark: 'key',
      fixes: [{ kind: 'set', title: 'Switch it on', path: ['graceDaysPolicy', 'enabled'], value: true }],
    };
  }
  if (policy['enabled'] === true && Number(rule['graceDays']) > 0) {
    yield {
      message:
        '`graceDays` has no effect beside an enabled `graceDaysPolicy`, which has days for each severity',
      path: ['graceDays'],
      fixes: [{ kind: 'set', title: 'Change to 0', path: ['graceDays'], value: 0 }],
    };
  }
}

function* ofExpiration(
  expiration: Plain,
  path: readonly (string | number)[],
): Generator<Omit<Finding, 'code'>, void, void> {
  const { enabled, date } = expiration;
  const hasDate = typeof date === 'string' && date !== '' && !isZeroDate(date);
  if (hasDate && isUnset(enabled)) {
    yield {
      message: 'this exception never ends: its `expiration` has a `date`, but no `enabled: true`',
      path: [...path, 'date'],
      fixes: [{ kind: 'set', title: 'Switch it on', path: [...path, 'enabled'], value: true }],
    };
  }
  if (enabled === true && !hasDate && (isUnset(date) || typeof date === 'string')) {
    yield {
      message: 'this exception has an expiration, but no `date`',
      path: [...path, 'enabled'],
      fixes: [
        {
          kind: 'set',
          title: 'Remove the expiration',
          path: [...path, 'enabled'],
          value: false,
          isChoice: true,
        },
      ],
    };
  }
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}
