import type { MemberCheck, RuleCheck } from '../finding.ts';
import { listAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';
import { repeatedEntries } from './repeatedEntries.ts';

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
          : `${shownText(value)} is not an id such as \`CVE-2031-0001\`, so the exception never applies`,
      path: place,
      fixes:
        meant === undefined
          ? []
          : [{ kind: 'set', title: `Change to ${shownText(meant)}`, path: place, value: meant }],
    });
  },
};

const usual = /^CVE-\d{4}-\d{4,}$/;

/**
 * The id that is meant. There are many kinds of ids beside CVE, so only what was to be a CVE is looked at, and space
 * around any of them. Undefined when none can be made of it.
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

/** Lists that name each thing once, and what names it. */
const lists = [
  { key: 'cveRules', names: ['id'] },
  { key: 'tags', names: ['name'] },
  { key: 'pkgTypesThresholds', names: ['type'] },
  { key: 'riskFactorsEffects', names: ['riskFactor', 'effect'] },
] as const;

export const duplicateException: RuleCheck = {
  code: 'duplicate-exception',
  summary: 'A vulnerability rule has two exceptions for the same id.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  *check({ rule }) {
    for (const { key, names } of lists) {
      yield* repeatedEntries(listAt(rule, key), [key], (entry) => {
        const values = names.map((name) => textAt(entry, name) ?? '');
        return values.includes('')
          ? undefined
          : { member: names[0], key: values.join('\0').toLowerCase(), name: values[0]! };
      });
    }
  },
};
