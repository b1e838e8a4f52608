import type { NodePath } from '../../document/syntaxNode.ts';
import { isZeroDate } from '../../policy/comparisonForm.ts';
import {
  changeTo,
  choice,
  removeFix,
  setFix,
  type AddFinding,
  type Knowledge,
  type RuleSubject,
  dayMs,
} from './finding.ts';
import { quotedText } from '../../util/quotedInMessages.ts';
import { severities } from './thresholds.ts';
import { type Plain, isPlain, listAt, objectAt, textAt } from '../../util/plainRecord.ts';

const datedLists = [
  { key: 'cveRules', name: 'id' },
  { key: 'tags', name: 'name' },
] as const;

/** Finds exceptions that ended or end soon, and settings that are present and not active. */
export function checkExceptions({ rule, knowledge, add }: RuleSubject): void {
  inactiveGrace(rule, add);
  for (const { key, name } of datedLists) {
    listAt(rule, key).forEach((exception, index) => {
      const expiration = isPlain(exception) ? exception['expiration'] : undefined;
      if (isPlain(expiration)) {
        checkExpiration(expiration, textAt(exception, name) ?? '', [key, index], knowledge, add);
      }
    });
  }
}

function checkExpiration(
  expiration: Plain,
  name: string,
  path: NodePath,
  { today, endingWithinDays }: Knowledge,
  add: AddFinding,
): void {
  const { enabled, date } = expiration;
  const end = endOf(expiration);
  if (enabled === false || (end !== undefined && end >= today + endingWithinDays * dayMs)) {
    return;
  }
  const place = [...path, 'expiration', 'date'];
  const switchPlace = [...path, 'expiration', 'enabled'];
  const hasDate = typeof date === 'string' && date !== '' && !isZeroDate(date);
  // An exception that ends today may still apply, because dates have no time of day.
  if (end !== undefined && end < today) {
    add({
      code: 'expired-exception',
      message: `the exception for ${quotedText(name)} expired on ${dateText(end)}, so it no longer applies: remove it, or set a later date`,
      path: place,
      tags: ['unnecessary'],
      fixes: [removeFix('Remove the exception', path)],
    });
  } else if (end !== undefined) {
    add({
      code: 'ending-exception',
      message: `the exception for ${quotedText(name)} ends on ${dateText(end)}; after that the thresholds of the rule apply: fix the cause, or set a later date`,
      path: place,
    });
  } else if (hasDate && isAbsent(enabled)) {
    add({
      code: 'inactive-setting',
      message: 'this exception never ends: its `expiration` needs `enabled: true` beside the `date`',
      path: place,
      fixes: [setFix('Switch it on', switchPlace, true)],
    });
  } else if (enabled === true && !hasDate && (isAbsent(date) || typeof date === 'string')) {
    add({
      code: 'inactive-setting',
      message: 'the expiration of this exception has no `date`: write the date, or disable the expiration',
      path: switchPlace,
      fixes: [choice(setFix('Remove the expiration', switchPlace, false))],
    });
  }
}

/** Consoles write the first day of all where no date is set. */
const MIN_END = Date.parse('0002-01-01T00:00:00Z');

/** The end by the expiration of an exception, in milliseconds since 1970; undefined for an exception without an end. */
export function endOf(expiration: unknown): number | undefined {
  const { enabled, date } = isPlain(expiration) ? expiration : {};
  const end = enabled === true && typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return end >= MIN_END ? end : undefined;
}

function dateText(end: number): string {
  return new Date(end).toISOString().slice(0, 10);
}

function inactiveGrace(rule: Plain, add: AddFinding): void {
  const policy = objectAt(rule, 'graceDaysPolicy');
  const hasDays = severities.some((severity) => Number(policy[severity]) > 0);
  if (hasDays && isAbsent(policy['enabled'])) {
    add({
      code: 'inactive-setting',
      message: 'these grace days have no effect: `graceDaysPolicy` needs `enabled: true`',
      path: ['graceDaysPolicy'],
      mark: 'key',
      fixes: [setFix('Switch it on', ['graceDaysPolicy', 'enabled'], true)],
    });
  }
  if (policy['enabled'] === true && Number(rule['graceDays']) > 0) {
    add({
      code: 'inactive-setting',
      message:
        '`graceDays` has no effect beside an enabled `graceDaysPolicy`, which has days for each severity',
      path: ['graceDays'],
      fixes: [changeTo(['graceDays'], 0)],
    });
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
