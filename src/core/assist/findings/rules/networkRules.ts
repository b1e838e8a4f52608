import { isJsonObject, JsonNumber, toPlain } from '../../../json/json.ts';
import type { RuleSlice } from '../../../document/ruleView.ts';
import { changeTo, type DocumentCheck, type FixData, type Plain } from '../finding.ts';
import { isPlain, listAt } from '../plainData.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';
import { isUnset, missingIdCode, placeOfField } from './identifiedEntries.ts';

export interface NetworkFacts {
  readonly id?: number;
  readonly src?: number;
  readonly dst?: number;
}

const known = new WeakMap<RuleSlice, NetworkFacts>();

/** The numbers of a network rule; read once for each text. */
export function networkFacts(slice: RuleSlice): NetworkFacts {
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
export function entitiesOf(head: Plain): readonly { id: number; index: number }[] {
  return listAt(head, 'networkEntities').flatMap((entity, index) => {
    const id = isPlain(entity) ? entity['_id'] : undefined;
    return typeof id === 'number' ? [{ id, index }] : [];
  });
}

export const unknownEntity: DocumentCheck = {
  code: 'unknown-entity',
  summary: 'A network rule refers to an entity that does not exist.',
  severity: 'error',
  scope: 'document',
  applies: (kind) => kind.isNetwork,
  *check({ head, arrays }) {
    const known = new Set(entitiesOf(head).map(({ id }) => id));
    for (const rule of arrays.flatMap(({ rules }) => rules)) {
      const facts = networkFacts(rule.slice);
      for (const end of ['src', 'dst'] as const) {
        const id = facts[end];
        if (id !== undefined && !known.has(id)) {
          yield {
            message: `\`${end}\` is ${id}; \`networkEntities\` has no such \`_id\``,
            rule,
            path: [end],
          };
        }
      }
    }
  },
};

export const duplicateEntity: DocumentCheck = {
  code: 'duplicate-entity',
  summary: 'Two network entities have the same number.',
  severity: 'error',
  scope: 'document',
  applies: (kind) => kind.isNetwork,
  *check({ head }) {
    const seen = new Set<number>();
    const entities = entitiesOf(head);
    let free = entities.reduce((most, { id }) => Math.max(most, id), 0) + 1;
    for (const { id, index } of entities) {
      if (seen.has(id)) {
        const path = ['networkEntities', index, '_id'];
        yield {
          message: `another entity has the number ${id}`,
          path,
          fixes: [changeTo(path, free)],
        };
        free += 1;
      }
      seen.add(id);
    }
  },
};

export const duplicateRuleId: DocumentCheck = {
  code: 'duplicate-rule-id',
  summary: 'Two network rules of a list have the same number.',
  severity: 'error',
  scope: 'document',
  applies: (kind) => kind.isNetwork,
  *check({ arrays }) {
    for (const { rules } of arrays) {
      const seen = new Set<number>();
      let free = 1;
      for (const rule of rules) {
        free = Math.max(free, (networkFacts(rule.slice).id ?? 0) + 1);
      }
      for (const rule of rules) {
        const { id } = networkFacts(rule.slice);
        if (id !== undefined && seen.has(id)) {
          yield {
            message: `another rule of the list has the number ${id}`,
            rule,
            path: ['id'],
            fixes: [changeTo(['id'], free)],
          };
          free += 1;
        }
        seen.add(id ?? Number.NaN);
      }
    }
  },
};

export const missingNetworkId: DocumentCheck = {
  ...missingIdCode,
  scope: 'document',
  applies: (kind) => kind.isNetwork,
  *check({ head, arrays }) {
    const entities = listAt(head, 'networkEntities');
    let free = Math.max(0, ...entitiesOf(head).map(({ id }) => id)) + 1;
    for (const [index, entity] of entities.entries()) {
      if (isPlain(entity) && isUnset(entity['_id'])) {
        const path = ['networkEntities', index];
        yield {
          message: 'the entity has no `_id`, so no rule can refer to it',
          ...placeOfField(entity, path, '_id'),
          fixes: [numbered([...path, '_id'], free)],
        };
        free += 1;
      }
    }
    for (const { rules } of arrays) {
      let next = Math.max(0, ...rules.map(({ slice }) => networkFacts(slice).id ?? 0)) + 1;
      for (const rule of rules) {
        const { id, src, dst } = networkFacts(rule.slice);
        if (rule.slice.broken || (id !== undefined && src !== undefined && dst !== undefined)) {
          continue;
        }
        const plain = toPlain(rule.value());
        for (const key of isPlain(plain) ? ['id', 'src', 'dst'] : []) {
          if (isPlain(plain) && isUnset(plain[key])) {
            const isId = key === 'id';
            yield {
              message: isId
                ? 'the rule has no `id`, which identifies it on the console'
                : `the rule has no \`${key}\`, so no connection matches it`,
              rule,
              ...placeOfField(plain, [], key),
              ...(isId && { fixes: [numbered(['id'], next)] }),
            };
            next += Number(isId);
          }
        }
      }
    }
  },
};

function numbered(path: NodePath, value: number): FixData {
  return { kind: 'set', title: `Add \`${String(path.at(-1))}: ${value}\``, path, value };
}
