import type { DocumentCheck } from '../finding.ts';
import { entitiesOf, networkFacts } from '../networkFacts.ts';

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
          fixes: [{ kind: 'set', title: `Change to ${free}`, path, value: free }],
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
            fixes: [{ kind: 'set', title: `Change to ${free}`, path: ['id'], value: free }],
          };
          free += 1;
        }
        seen.add(id ?? Number.NaN);
      }
    }
  },
};
