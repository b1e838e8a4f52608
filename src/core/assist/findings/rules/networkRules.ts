import { isJsonObject, JsonNumber, toPlain } from '../../../json/json.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';
import { changeTo, setFix, type DocumentSubject, type Finding, type FixData } from '../finding.ts';
import { isUnset, placeOfField } from './identifiedEntries.ts';
import type { RuleSlice } from '../../../document/ruleSlice.ts';
import { type Plain, isPlain, listAt } from '../../../util/plainRecord.ts';

interface NetworkFacts {
  readonly id?: number;
  readonly src?: number;
  readonly dst?: number;
}

const known = new WeakMap<RuleSlice, NetworkFacts>();

/** The numbers of a network rule; read once for each text. */
function networkFacts(slice: RuleSlice): NetworkFacts {
  let facts = known.get(slice);
  if (!facts) {
    const rule = slice.broken ? null : slice.value();
    const numberAt = (key: string): number | undefined => {
      const value = isJsonObject(rule) ? rule.get(key) : undefined;
      return value instanceof JsonNumber ? value.value : undefined;
    };
    facts = { id: numberAt('id'), src: numberAt('src'), dst: numberAt('dst') };
    known.set(slice, facts);
  }
  return facts;
}

/** The network entities that have a number. */
function entitiesOf(head: Plain): readonly { id: number; index: number }[] {
  return listAt(head, 'networkEntities').flatMap((entity, index) => {
    const id = isPlain(entity) ? entity['_id'] : undefined;
    return typeof id === 'number' ? [{ id, index }] : [];
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
    let free = rules.reduce((last, { slice }) => Math.max(last, networkFacts(slice).id ?? 0), 0) + 1;
    const seen = new Set<number>();
    for (const rule of rules) {
      const { id, ...ends } = networkFacts(rule.slice);
      for (const end of ['src', 'dst'] as const) {
        const entity = ends[end];
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
      const isComplete = id !== undefined && ends.src !== undefined && ends.dst !== undefined;
      const plain = isComplete || rule.slice.broken ? undefined : toPlain(rule.value());
      for (const key of isPlain(plain) ? ['id', 'src', 'dst'].filter((field) => isUnset(plain[field])) : []) {
        yield {
          code: 'missing-id',
          message:
            key === 'id'
              ? 'the rule has no `id`, which identifies it on the console'
              : `the rule has no \`${key}\`, so no connection matches it`,
          rule,
          ...placeOfField(plain as Plain, [], key),
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
