import type { NodePath } from '../../../document/syntaxNode.ts';
import { dayMs } from '../knowledge.ts';
import type { Plain, RuleCheck } from '../finding.ts';
import { listAt, objectAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';

const lists = [
  { key: 'cveRules', name: 'id' },
  { key: 'tags', name: 'name' },
] as const;

const isVulnerability: NonNullable<RuleCheck['applies']> = (kind) => kind.decidesBy === 'thresholds';

export const expiredException: RuleCheck = {
  code: 'expired-exception',
  summary: 'An exception has expired.',
  severity: 'information',
  scope: 'rule',
  applies: isVulnerability,
  *check({ rule, knowledge }) {
    for (const { name, end, path } of endingExceptions(rule)) {
      // An exception of today may still hold: dates are compared to the day.
      if (end < knowledge.today) {
        yield {
          message: `the exception for ${shownText(name)} expired on ${dateText(end)}, so it no longer applies`,
          path: [...path, 'expiration', 'date'],
          tags: ['unnecessary'],
          fixes: [{ kind: 'remove', title: 'Remove the exception', path }],
        };
      }
    }
  },
};

export const endingException: RuleCheck = {
  code: 'ending-exception',
  summary: 'An exception ends soon.',
  severity: 'information',
  scope: 'rule',
  applies: isVulnerability,
  *check({ rule, knowledge: { today, endingWithinDays } }) {
    for (const { name, end, path } of endingExceptions(rule)) {
      if (end >= today && end < today + endingWithinDays * dayMs) {
        yield {
          message: `the exception for ${shownText(name)} ends on ${dateText(end)}; after that the thresholds of the rule apply: fix the cause, or set a later date`,
          path: [...path, 'expiration', 'date'],
        };
      }
    }
  },
};

/** The exceptions of a rule that have an end. */
export function* endingExceptions(
  rule: Plain,
): Generator<{ readonly name: string; readonly end: number; readonly path: NodePath }> {
  for (const { key, name } of lists) {
    for (const [index, exception] of listAt(rule, key).entries()) {
      const { enabled, date } = objectAt(exception, 'expiration');
      const end = typeof date === 'string' ? Date.parse(date) : Number.NaN;
      if (enabled === true && !Number.isNaN(end) && !isUnset(end)) {
        yield { name: textAt(exception, name) ?? '', end, path: [key, index] };
      }
    }
  }
}

function dateText(end: number): string {
  return new Date(end).toISOString().slice(0, 10);
}

/** Consoles write the first day of all where no date is set. */
function isUnset(date: number): boolean {
  return new Date(date).getUTCFullYear() <= 1;
}
