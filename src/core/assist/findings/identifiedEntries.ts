import { fromPlain, toPlain } from '../../json/json.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import { canonicalText } from '../../policy/canonical.ts';
import type { PolicyKind } from '../../policy/families.ts';
import {
  changeTo,
  choice,
  keyOrName,
  removeFix,
  type AddFinding,
  type Finding,
  type RuleSubject,
  setFix,
  type DocumentSubject,
  type FixData,
} from './finding.ts';
import { freeNames } from '../../util/freeName.ts';
import { quotedText } from '../../util/quotedInMessages.ts';
import { checksPath, writtenChecks } from './complianceChecks.ts';
import { type Plain, isPlain, listAt, numberAt, textAt } from '../../util/plainRecord.ts';
import type { RuleSlice } from '../../document/ruleView.ts';

/** Finds entries without their id, and entries with the same id. */
export function checkEntries({ kind, rule, add }: RuleSubject): void {
  for (const entries of identifiedLists(kind, rule)) {
    const { list, path, id } = entries;
    list.forEach((entry, index) => {
      if (isPlain(entry) && isUnset(entry[id], id)) {
        add({
          code: 'missing-id',
          message: `an entry of \`${path.at(-1)}\` has no \`${id}\`, so it has no effect: write the field, or remove the entry`,
          ...placeOfField(entry, [...path, index], id),
        });
      }
    });
    if (kind.decidesBy !== 'checks' && list.length > 1) {
      repeatedEntries(
        kind.decidesBy === 'thresholds' ? 'duplicate-exception' : 'duplicate-custom-rule',
        entries,
        add,
      );
    }
  }
}

/** Finds WAAS rules without applications, and applications that have the same id. */
export function checkApplications({ kind, rule, add }: RuleSubject): void {
  if (!kind.hasApps) {
    return;
  }
  const written = rule['applicationsSpec'] ?? [];
  if (Array.isArray(written) && written.length === 0 && rule['disabled'] !== true) {
    add({
      code: 'no-applications',
      message: 'the rule protects nothing: protections belong to an application under `applicationsSpec`',
      ...keyOrName(rule, 'applicationsSpec'),
    });
  }
  const ids = listAt(rule, 'applicationsSpec').map((app) => textAt(app, 'appID') ?? '');
  const freeId = freeNames(new Set(ids), (id, number) => `${id}-${number}`);
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (id !== '' && seen.has(id)) {
      const path = ['applicationsSpec', index, 'appID'];
      add({
        code: 'duplicate-app',
        message: `another application of the rule has the id ${quotedText(id)}: give each application its own id`,
        path,
        fixes: [changeTo(path, freeId(id))],
      });
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
function isUnset(value: unknown, id = ''): boolean {
  return value === undefined || value === null || (id !== 'id' && value === '');
}

function placeOfField(entry: Plain, path: NodePath, id: string): { path: NodePath; mark: 'start' | 'value' } {
  return id in entry ? { path: [...path, id], mark: 'value' } : { path, mark: 'start' };
}

/** The fix removes one of two equal entries; for different entries the person chooses. */
function repeatedEntries(code: Finding['code'], entries: IdentifiedList, add: AddFinding): void {
  const { list, path, id, with: secondId } = entries;
  const seen = new Map<string, number>();
  for (const [index, entry] of list.entries()) {
    const number = id === '_id' ? numberAt(entry, id) : undefined;
    const name = id === '_id' ? number?.toString() : textAt(entry, id);
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
    add({
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
    });
  }
}

/** Finds entities and network rules whose numbers are missing, repeated, or refer to nothing. */
export function checkNetwork({ kind, head, arrays, add }: DocumentSubject): void {
  if (!kind.isNetwork) {
    return;
  }
  checkEntities(head, add);
  const entities = new Set(entitiesOf(head).map(({ id }) => id));
  for (const { rules } of arrays) {
    let free =
      rules.reduce((last, { slice }) => Math.max(last, numberAt(numbersOf(slice), 'id') ?? 0), 0) + 1;
    const seen = new Set<number>();
    for (const rule of rules) {
      const numbers = numbersOf(rule.slice);
      const id = numberAt(numbers, 'id');
      for (const end of ['src', 'dst']) {
        const entity = numberAt(numbers, end);
        if (entity !== undefined && !entities.has(entity)) {
          add({
            code: 'unknown-entity',
            message: `\`${end}\` is ${entity}, but no entity of \`networkEntities\` has this \`_id\`: correct the number, or add the entity`,
            rule,
            path: [end],
          });
        }
      }
      if (id !== undefined && seen.has(id)) {
        add({
          code: 'duplicate-rule-id',
          message: `another rule of the list has the number ${id}: give each rule its own number`,
          rule,
          path: ['id'],
          fixes: [changeTo(['id'], free++)],
        });
      }
      seen.add(id ?? Number.NaN);
      for (const key of numberFields) {
        if (!numbers || !isUnset(numbers[key])) {
          continue;
        }
        add({
          code: 'missing-id',
          message:
            key === 'id'
              ? 'the rule has no `id`, which identifies it on the console'
              : `the rule has no \`${key}\`, so no connection matches it`,
          rule,
          ...placeOfField(numbers, [], key),
          ...(key === 'id' && { fixes: [numbered(['id'], free++)] }),
        });
      }
    }
  }
}

function checkEntities(head: Plain, add: AddFinding): void {
  const entities = entitiesOf(head);
  let free = entities.reduce((last, { id }) => Math.max(last, id), 0) + 1;
  const seen = new Set<number>();
  for (const { id, index } of entities) {
    if (seen.has(id)) {
      const path = ['networkEntities', index, '_id'];
      add({
        code: 'duplicate-entity',
        message: `another entity has the number ${id}, so rules cannot distinguish the two: give each entity its own number`,
        path,
        fixes: [changeTo(path, free++)],
      });
    }
    seen.add(id);
  }
  for (const [index, entity] of listAt(head, 'networkEntities').entries()) {
    if (isPlain(entity) && isUnset(entity['_id'])) {
      const path = ['networkEntities', index];
      add({
        code: 'missing-id',
        message: 'the entity has no `_id`, so no rule can refer to it',
        ...placeOfField(entity, path, '_id'),
        fixes: [numbered([...path, '_id'], free++)],
      });
    }
  }
}

function numbered(path: NodePath, value: number): FixData {
  return setFix(`Add \`${String(path.at(-1))}: ${value}\``, path, value);
}

/** The fields that number a network rule and its ends. */
const numberFields = ['id', 'src', 'dst'] as const;

/** Read once for each text. Null for a broken rule, and for a value that is no object. */
const known = new WeakMap<RuleSlice, Plain | null>();

function numbersOf(slice: RuleSlice): Plain | null {
  let numbers = known.get(slice);
  if (numbers === undefined) {
    const rule = slice.broken ? null : toPlain(slice.value());
    numbers = isPlain(rule)
      ? Object.fromEntries(numberFields.flatMap((key) => (key in rule ? [[key, rule[key]]] : [])))
      : null;
    known.set(slice, numbers);
  }
  return numbers;
}

/** The network entities that have a number. */
function entitiesOf(head: Plain): readonly { id: number; index: number }[] {
  return listAt(head, 'networkEntities').flatMap((entity, index) => {
    const id = numberAt(entity, '_id');
    return id === undefined ? [] : [{ id, index }];
  });
}
