import type { RuleCheck } from '../finding.ts';
import { listAt, objectAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';

const lists = [
  { key: 'cveRules', name: 'id' },
  { key: 'tags', name: 'name' },
] as const;

export const expiredException: RuleCheck = {
  code: 'expired-exception',
  summary: 'An exception has ended and no longer counts.',
  severity: 'information',
  scope: 'rule',
  applies: (kind) => kind.family === 'vulnerability',
  *check({ rule, knowledge }) {
    for (const { key, name } of lists) {
      for (const [index, exception] of listAt(rule, key).entries()) {
        const { enabled, date } = objectAt(exception, 'expiration');
        const end = typeof date === 'string' ? Date.parse(date) : Number.NaN;
        // An exception of today may still hold: dates are compared to the day.
        if (enabled === true && end < knowledge.today && !isUnset(end)) {
          yield {
            message: `the exception for ${shownText(textAt(exception, name) ?? '')} ended on ${new Date(end).toISOString().slice(0, 10)} and no longer counts`,
            path: [key, index, 'expiration', 'date'],
            tags: ['unnecessary'],
            fixes: [{ kind: 'remove', title: 'Remove the exception', path: [key, index] }],
          };
        }
      }
    }
  },
};

/** Consoles write the first day of all where no date is set. */
function isUnset(date: number): boolean {
  return new Date(date).getUTCFullYear() <= 1;
}
