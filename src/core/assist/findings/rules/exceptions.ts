import { isZeroDate } from '../../../policy/comparisonForm.ts';
import { changeTo, type Finding, type MemberCheck, type Plain, type RuleCheck } from '../finding.ts';
import { isPlain, listAt, objectAt, textAt } from '../plainData.ts';
import { quotedText } from '../quotedInMessages.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';
import { dayMs } from '../knowledge.ts';
import { severities } from './thresholds.ts';

export const malformedCve: MemberCheck = {
  code: 'malformed-cve',
  summary: 'The id of a vulnerability is not valid.',
  severity: 'warning',
  scope: 'member',
  applies: (kind) => kind.decidesBy === 'thresholds',
  concerns: (field) => field?.schema.meaning === 'cve',
  check({ path, key, value }, report) {
    if (typeof value !== 'string' || usual.test(value)) {
      return;
    }
    const meant = cveMeant(value);
    if (meant === value) {
      return;
    }
    const place = [...path, key];
    report({
      message:
        value.trim() === ''
          ? 'the exception has no vulnerability id'
          : `${quotedText(value)} is not an id such as \`CVE-2031-0001\`, so the exception never applies`,
      path: place,
      fixes: meant === undefined ? [] : [changeTo(place, meant)],
    });
  },
};

const usual = /^CVE-\d{4}-\d{4,}$/;

/**
 * The id is the likely intent. Many ids besides CVE exist, so only a mistyped CVE is corrected, and space around any
 * id. The result is undefined without a correction.
 */
function cveMeant(id: string): string | undefined {
  const text = id.trim();
  const parts = /^([CVE]{2,4})[\W_]*(\d{4})[\W_]+(\d{4,})$/iu.exec(text);
  if (parts && isMistyped(parts[1]!)) {
    return `CVE-${parts[2]}-${parts[3]}`;
  }
  return text === '' || /^cve\b/i.test(text) ? undefined : text;
}

/** The three letters, perhaps swapped, one missing or one twice. */
function isMistyped(letters: string): boolean {
  return new Set(letters.toUpperCase()).size === Math.min(3, letters.length);
}

const datedLists = [
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
      // An exception that ends today may still apply, because dates have no time of day.
      if (end < knowledge.today) {
        yield {
          message: `the exception for ${quotedText(name)} expired on ${dateText(end)}, so it no longer applies`,
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
          message: `the exception for ${quotedText(name)} ends on ${dateText(end)}; after that the thresholds of the rule apply: fix the cause, or set a later date`,
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
  if (hasDays && isAbsent(policy['enabled'])) {
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
      fixes: [changeTo(['graceDays'], 0)],
    };
  }
}

function* ofExpiration(
  expiration: Plain,
  path: readonly (string | number)[],
): Generator<Omit<Finding, 'code'>, void, void> {
  const { enabled, date } = expiration;
  const hasDate = typeof date === 'string' && date !== '' && !isZeroDate(date);
  if (hasDate && isAbsent(enabled)) {
    yield {
      message: 'this exception never ends: its `expiration` has a `date`, but no `enabled: true`',
      path: [...path, 'date'],
      fixes: [{ kind: 'set', title: 'Switch it on', path: [...path, 'enabled'], value: true }],
    };
  }
  if (enabled === true && !hasDate && (isAbsent(date) || typeof date === 'string')) {
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

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
