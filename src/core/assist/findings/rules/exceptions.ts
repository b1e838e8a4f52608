import { fromPlain } from '../../../json/json.ts';
import { canonicalText } from '../../../policy/canonical.ts';
import type { MemberCheck, RuleCheck } from '../finding.ts';
import { isPlain, listAt } from '../plain.ts';
import { shownText } from '../shown.ts';

export const malformedCve: MemberCheck = {
  code: 'malformed-cve',
  summary: 'The id of a vulnerability is not written as one.',
  severity: 'warning',
  scope: 'member',
  applies: (kind) => kind.family === 'vulnerability',
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
          ? 'the exception names no vulnerability'
          : `${shownText(value)} is not written as an id such as \`CVE-2031-0001\`: the exception never counts`,
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
  summary: 'A vulnerability rule makes two exceptions for one thing.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.family === 'vulnerability',
  *check({ rule }) {
    for (const { key, names } of lists) {
      const seen = new Map<string, number>();
      const entries = listAt(rule, key);
      for (const [index, entry] of entries.length < 2 ? [] : entries.entries()) {
        const values = names.map((name) => (isPlain(entry) ? entry[name] : undefined));
        if (!values.every((value) => typeof value === 'string' && value !== '')) {
          continue;
        }
        const name = values.join('\0').toLowerCase();
        const earlier = seen.get(name);
        if (earlier === undefined) {
          seen.set(name, index);
          continue;
        }
        const shown = shownText(String(values[0]));
        const [one, other] = [entries[earlier], entry].map((each) =>
          canonicalText(fromPlain(each), undefined),
        );
        const isSame = one === other;
        yield {
          message: `${shown} is in the list already: which of the two counts is not defined`,
          path: [key, index, names[0]],
          ...(isSame && { tags: ['unnecessary'] as const }),
          fixes: isSame
            ? [{ kind: 'remove', title: `Remove the repeated ${shown}`, path: [key, index] }]
            : [
                // They do not say the same: whoever takes one out says which is meant.
                { kind: 'remove', title: `Keep the first ${shown}`, path: [key, index], isChoice: true },
                { kind: 'remove', title: `Keep this ${shown}`, path: [key, earlier], isChoice: true },
              ],
        };
      }
    }
  },
};
