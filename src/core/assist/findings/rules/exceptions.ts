import type { NodePath } from '../../../document/syntaxNode.ts';
import { isZeroDate } from '../../../policy/comparisonForm.ts';
import { changeTo, choice, removeFix, setFix, type Finding, type RuleSubject, dayMs } from '../finding.ts';
import { quotedText } from '../../../util/quotedInMessages.ts';
import { severities } from './thresholds.ts';
import { type Plain, isPlain, listAt, objectAt, textAt } from '../../../util/plainRecord.ts';

const datedLists = [
  { key: 'cveRules', name: 'id' },
  { key: 'tags', name: 'name' },
] as const;

/** Finds exceptions that ended or end soon, and settings that are present and not active. */
export function* checkExceptions({ kind, rule, knowledge }: RuleSubject): Generator<Finding> {
  if (kind.decidesBy !== 'thresholds') {
    return;
  }
  const { today, endingWithinDays } = knowledge;
  for (const { name, end, path } of endingExceptions(rule)) {
    const place = [...path, 'expiration', 'date'];
    // An exception that ends today may still apply, because dates have no time of day.
    if (end < today) {
      yield {
        code: 'expired-exception',
        message: `the exception for ${quotedText(name)} expired on ${dateText(end)}, so it no longer applies: remove it, or set a later date`,
        path: place,
        tags: ['unnecessary'],
        fixes: [removeFix('Remove the exception', path)],
      };
    } else if (end < today + endingWithinDays * dayMs) {
      yield {
        code: 'ending-exception',
        message: `the exception for ${quotedText(name)} ends on ${dateText(end)}; after that the thresholds of the rule apply: fix the cause, or set a later date`,
        path: place,
      };
    }
  }
  yield* inactiveGrace(rule);
  for (const { key } of datedLists) {
    for (const [index, exception] of listAt(rule, key).entries()) {
      const expiration = isPlain(exception) ? exception['expiration'] : undefined;
      if (isPlain(expiration)) {
        yield* inactiveExpiration(expiration, [key, index, 'expiration']);
      }
    }
  }
}

/** The exceptions of a rule that have an end. */
export function* endingExceptions(
  rule: Plain,
): Generator<{ readonly name: string; readonly end: number; readonly path: NodePath }> {
  for (const { key, name } of datedLists) {
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

function* inactiveGrace(rule: Plain): Generator<Finding> {
  const policy = objectAt(rule, 'graceDaysPolicy');
  const hasDays = severities.some((severity) => Number(policy[severity]) > 0);
  if (hasDays && isAbsent(policy['enabled'])) {
    yield {
      code: 'inactive-setting',
      message: 'these grace days have no effect: `graceDaysPolicy` needs `enabled: true`',
      path: ['graceDaysPolicy'],
      mark: 'key',
      fixes: [setFix('Switch it on', ['graceDaysPolicy', 'enabled'], true)],
    };
  }
  if (policy['enabled'] === true && Number(rule['graceDays']) > 0) {
    yield {
      code: 'inactive-setting',
      message:
        '`graceDays` has no effect beside an enabled `graceDaysPolicy`, which has days for each severity',
      path: ['graceDays'],
      fixes: [changeTo(['graceDays'], 0)],
    };
  }
}

function* inactiveExpiration({ enabled, date }: Plain, path: NodePath): Generator<Finding> {
  const hasDate = typeof date === 'string' && date !== '' && !isZeroDate(date);
  const place = [...path, 'enabled'];
  if (hasDate && isAbsent(enabled)) {
    yield {
      code: 'inactive-setting',
      message: 'this exception never ends: its `expiration` needs `enabled: true` beside the `date`',
      path: [...path, 'date'],
      fixes: [setFix('Switch it on', place, true)],
    };
  }
  if (enabled === true && !hasDate && (isAbsent(date) || typeof date === 'string')) {
    yield {
      code: 'inactive-setting',
      message: 'the expiration of this exception has no `date`: write the date, or disable the expiration',
      path: place,
      fixes: [choice(setFix('Remove the expiration', place, false))],
    };
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
