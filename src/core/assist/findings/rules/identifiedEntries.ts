import { fromPlain } from '../../../json/json.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';
import { canonicalText } from '../../../policy/canonical.ts';
import type { PolicyKind } from '../../../policy/families.ts';
import { changeTo, choice, keyOrName, removeFix, type Finding, type RuleSubject } from '../finding.ts';
import { quotedText } from '../../../util/quotedInMessages.ts';
import { checksPath, writtenChecks } from './complianceChecks.ts';
import { type Plain, isPlain, listAt, textAt } from '../../../util/plainRecord.ts';

/** Finds entries without their id, and entries with the same id. */
export function* checkEntries({ kind, rule }: RuleSubject): Generator<Finding> {
  for (const entries of identifiedLists(kind, rule)) {
    const { list, path, id } = entries;
    for (const [index, entry] of list.entries()) {
      if (isPlain(entry) && isUnset(entry[id], id)) {
        yield {
          code: 'missing-id',
          message: `an entry of \`${path.at(-1)}\` has no \`${id}\`, so it has no effect: write the field, or remove the entry`,
          ...placeOfField(entry, [...path, index], id),
        };
      }
    }
    if (kind.decidesBy !== 'checks') {
      yield* repeatedEntries(
        kind.decidesBy === 'thresholds' ? 'duplicate-exception' : 'duplicate-custom-rule',
        entries,
      );
    }
  }
}

/** Finds WAAS rules without applications, and applications that have the same id. */
export function* checkApplications({ kind, rule }: RuleSubject): Generator<Finding> {
  if (!kind.hasApps) {
    return;
  }
  const written = rule['applicationsSpec'] ?? [];
  if (Array.isArray(written) && written.length === 0 && rule['disabled'] !== true) {
    yield {
      code: 'no-applications',
      message: 'the rule protects nothing: protections belong to an application under `applicationsSpec`',
      ...keyOrName(rule, 'applicationsSpec'),
    };
  }
  const ids = listAt(rule, 'applicationsSpec').map((app) => textAt(app, 'appID') ?? '');
  const taken = new Set(ids);
  const seen = new Set<string>();
  let number = 2;
  for (const [index, id] of ids.entries()) {
    if (id !== '' && seen.has(id)) {
      while (taken.has(`${id}-${number}`)) {
        number += 1;
      }
      const free = `${id}-${number}`;
      taken.add(free);
      const path = ['applicationsSpec', index, 'appID'];
      yield {
        code: 'duplicate-app',
        message: `another application of the rule has the id ${quotedText(id)}: give each application its own id`,
        path,
        fixes: [changeTo(path, free)],
      };
    }
    seen.add(id);
  }
}

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

/** The fix removes one of two equal entries; for different entries the person chooses. */
function* repeatedEntries(code: Finding['code'], entries: IdentifiedList): Generator<Finding> {
  const { list, path, id, with: secondId } = entries;
  const seen = new Map<string, number>();
  for (const [index, entry] of list.length < 2 ? [] : list.entries()) {
    const name = isPlain(entry) && id === '_id' ? numberText(entry[id]) : textAt(entry, id);
    const part = secondId === undefined ? ' ' : textAt(entry, secondId);
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
    const [first, second] = [list[earlier], entry].map((item) => canonicalText(fromPlain(item), undefined));
    const isSame = first === second;
    yield {
      code,
      message: `${shown} is already in the list, and the service does not define which entry counts`,
      path: [...path, index, id],
      ...(isSame && { tags: ['unnecessary'] }),
      fixes: isSame
        ? [removeFix(`Remove the repeated ${shown}`, [...path, index])]
        : [
            choice(removeFix(`Keep the first ${shown}`, [...path, index])),
            choice(removeFix(`Keep this ${shown}`, [...path, earlier])),
          ],
    };
  }
}

function numberText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : undefined;
}
