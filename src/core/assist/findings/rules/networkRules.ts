import { toPlain } from '../../../json/json.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';
import { changeTo, setFix, type DocumentSubject, type Finding, type FixData } from '../finding.ts';
import { isUnset, placeOfField } from './identifiedEntries.ts';
import type { RuleSlice } from '../../../document/ruleSlice.ts';
import { type Plain, isPlain, listAt } from '../../../util/plainRecord.ts';

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

function numberAt(object: unknown, key: string): number | undefined {
  const value = isPlain(object) ? object[key] : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** The network entities that have a number. */
function entitiesOf(head: Plain): readonly { id: number; index: number }[] {
  return listAt(head, 'networkEntities').flatMap((entity, index) => {
    const id = numberAt(entity, '_id');
    return id === undefined ? [] : [{ id, index }];
  });
}

/** Finds entities and network rules whose numbers are missing, repeated, or refer to nothing. */
export function* checkNetwork({ kind, head, arrays }: DocumentSubject): Generator<Finding> {
  if (!kind.isNetwork) {
    return;
  }
  yield* checkEntities(head);
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
          yield {
            code: 'unknown-entity',
            message: `\`${end}\` is ${entity}, but no entity of \`networkEntities\` has this \`_id\`: correct the number, or add the entity`,
            rule,
            path: [end],
          };
        }
      }
      if (id !== undefined && seen.has(id)) {
        yield {
          code: 'duplicate-rule-id',
          message: `another rule of the list has the number ${id}: give each rule its own number`,
          rule,
          path: ['id'],
          fixes: [changeTo(['id'], free++)],
        };
      }
      seen.add(id ?? Number.NaN);
      for (const key of numberFields) {
        if (!numbers || !isUnset(numbers[key])) {
          continue;
        }
        yield {
          code: 'missing-id',
          message:
            key === 'id'
              ? 'the rule has no `id`, which identifies it on the console'
              : `the rule has no \`${key}\`, so no connection matches it`,
          rule,
          ...placeOfField(numbers, [], key),
          ...(key === 'id' && { fixes: [numbered(['id'], free++)] }),
        };
      }
    }
  }
}

function* checkEntities(head: Plain): Generator<Finding> {
  const entities = entitiesOf(head);
  let free = entities.reduce((last, { id }) => Math.max(last, id), 0) + 1;
  const seen = new Set<number>();
  for (const { id, index } of entities) {
    if (seen.has(id)) {
      const path = ['networkEntities', index, '_id'];
      yield {
        code: 'duplicate-entity',
        message: `another entity has the number ${id}, so rules cannot distinguish the two: give each entity its own number`,
        path,
        fixes: [changeTo(path, free++)],
      };
    }
    seen.add(id);
  }
  for (const [index, entity] of listAt(head, 'networkEntities').entries()) {
    if (isPlain(entity) && isUnset(entity['_id'])) {
      const path = ['networkEntities', index];
      yield {
        code: 'missing-id',
        message: 'the entity has no `_id`, so no rule can refer to it',
        ...placeOfField(entity, path, '_id'),
        fixes: [numbered([...path, '_id'], free++)],
      };
    }
  }
}

function numbered(path: NodePath, value: number): FixData {
  return setFix(`Add \`${String(path.at(-1))}: ${value}\``, path, value);
}
