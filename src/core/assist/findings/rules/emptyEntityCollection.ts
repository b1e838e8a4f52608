import { readScope } from '../../../order/scopeReader.ts';
import { entityFields } from '../../../policy/scopeFields.ts';
import type { DocumentCheck } from '../finding.ts';
import { isPlain, listAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';

/** Network rules have their collections by way of entities. Other rules are checked with their order. */
export const emptyEntityCollection: DocumentCheck = {
  code: 'empty-collection',
  summary: 'The patterns of a collection exclude everything they include, so the collection is empty.',
  severity: 'warning',
  scope: 'document',
  applies: (kind) => kind.isNetwork,
  *check({ head, knowledge }) {
    for (const [index, entity] of listAt(head, 'networkEntities').entries()) {
      const type = isPlain(entity) ? entity['type'] : undefined;
      if (type !== 'container' && type !== 'host') {
        continue;
      }
      const lists = new Set(entityFields[type].lists);
      for (const [place, collection] of listAt(entity, 'collections').entries()) {
        const name = textAt(collection, 'name') ?? '';
        const patterns = knowledge.scopes?.get(name);
        if (patterns && readScope(name, patterns, lists).isEmpty) {
          yield {
            message: `the collection ${shownText(name)} is always empty: its patterns exclude everything they include, so no network rule applies through it. Correct the patterns of the collection, or remove it from the entity`,
            path: ['networkEntities', index, 'collections', place, 'name'],
          };
        }
      }
    }
  },
};
