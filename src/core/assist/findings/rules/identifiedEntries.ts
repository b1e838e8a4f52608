import { fromPlain } from '../../../json/json.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';
import { canonicalText } from '../../../policy/canonical.ts';
import type { PolicyKind } from '../../../policy/families.ts';
import type { Finding, Plain, RuleCheck, RuleSubject } from '../finding.ts';
import { isPlain, listAt, textAt } from '../plainData.ts';
import { quotedText } from '../quotedInMessages.ts';
import { checksPath, writtenChecks } from './complianceChecks.ts';

/** A list of a rule in which each entry needs the field `id`. */
interface IdentifiedList {
  readonly list: readonly unknown[];
  readonly path: NodePath;
  readonly id: string;
  /** Entries with the same id may differ in this field. */
  readonly with?: string;
}

function identifiedLists(kind: PolicyKind, rule: Plain): readonly IdentifiedList[] {
  const own = (key: string, id: string): IdentifiedList => ({ list: listAt(rule, key), path: [key], id });
  switch (kind.decidesBy) {
    case 'thresholds':
      return [
        own('cveRules', 'id'),
        own('tags', 'name'),
        own('pkgTypesThresholds', 'type'),
        { ...own('riskFactorsEffects', 'riskFactor'), with: 'effect' },
      ];
    case 'checks':
      return [{ list: writtenChecks(rule), path: checksPath, id: 'id' }];
    case 'sensors':
      return [
        own('customRules', '_id'),
        ...listAt(rule, 'applicationsSpec').map((app, index) => ({
          list: listAt(app, 'customRules'),
          path: ['applicationsSpec', index, 'customRules'],
          id: '_id',
        })),
      ];
    case 'connections':
      return [];
  }
}

export const missingIdCode = {
  code: 'missing-id',
  summary: 'An entry has no id.',
  severity: 'warning',
} as const;

export const missingId: RuleCheck = {
  ...missingIdCode,
  scope: 'rule',
  *check({ kind, rule }) {
    for (const { list, path, id } of identifiedLists(kind, rule)) {
      for (const [index, entry] of list.entries()) {
        if (isPlain(entry) && isUnset(entry[id], id)) {
          yield {
            message: `an entry of \`${path.at(-1)}\` has no \`${id}\`, so it has no effect`,
            ...placeOfField(entry, [...path, index], id),
          };
        }
      }
    }
  },
};

/** The finding `malformed-cve` reports an empty id of a vulnerability. */
export function isUnset(value: unknown, id = ''): boolean {
  return value === undefined || value === null || (id !== 'id' && value === '');
}

export function placeOfField(
  entry: Plain,
  path: NodePath,
  id: string,
): { path: NodePath; mark: 'start' | 'value' } {
  return id in entry ? { path: [...path, id], mark: 'value' } : { path, mark: 'start' };
}

export const duplicateException: RuleCheck = {
  code: 'duplicate-exception',
  summary: 'A vulnerability rule has two exceptions for the same id.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds',
  check: repeatedEntries,
};

export const duplicateCustomRule: RuleCheck = {
  code: 'duplicate-custom-rule',
  summary: 'A custom rule is in a list twice.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'sensors',
  check: repeatedEntries,
};

/** The fix removes one of two equal entries; for different entries the person chooses. */
function* repeatedEntries({ kind, rule }: RuleSubject): Generator<Omit<Finding, 'code'>> {
  for (const { list, path, id, with: other } of identifiedLists(kind, rule)) {
    const seen = new Map<string, number>();
    for (const [index, entry] of list.length < 2 ? [] : list.entries()) {
      const name = isPlain(entry) && id === '_id' ? numberText(entry[id]) : textAt(entry, id);
      const part = other === undefined ? ' ' : textAt(entry, other);
      if (!name || !part) {
        continue;
      }
      const key = `${name}\0${part}`.toLowerCase();
      const earlier = seen.get(key);
      if (earlier === undefined) {
        seen.set(key, index);
        continue;
      }
      const shown = quotedText(name);
      const [first, second] = [list[earlier], entry].map((each) => canonicalText(fromPlain(each), undefined));
      const isSame = first === second;
      yield {
        message: `${shown} is already in the list, and the service does not define which entry counts`,
        path: [...path, index, id],
        ...(isSame && { tags: ['unnecessary'] as const }),
        fixes: isSame
          ? [{ kind: 'remove', title: `Remove the repeated ${shown}`, path: [...path, index] }]
          : [
              { kind: 'remove', title: `Keep the first ${shown}`, path: [...path, index], isChoice: true },
              { kind: 'remove', title: `Keep this ${shown}`, path: [...path, earlier], isChoice: true },
            ],
      };
    }
  }
}

function numberText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : undefined;
}
