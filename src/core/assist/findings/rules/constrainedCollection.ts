import type { PolicyKind } from '../../../policy/families.ts';
import type { RuleCheck } from '../finding.ts';
import { resourceLists, type ResourceList } from '../../../policy/collections.ts';
import { scopeFieldsOf } from '../../../policy/scopeFields.ts';
import { listAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';

export const constrainedCollection: RuleCheck = {
  code: 'constrained-collection',
  summary: 'A collection filters resources that this policy does not use.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => listsOf(kind).length > 0,
  *check({ kind, rule, knowledge }) {
    const lists = listsOf(kind);
    const collections = listAt(rule, 'collections');
    for (let index = 0; index < collections.length; index += 1) {
      const collection = collections[index];
      const name = textAt(collection, 'name');
      if (name === undefined) {
        continue;
      }
      // What the console says counts; a document in full says it too.
      const scope: unknown = knowledge.scopes?.get(name) ?? collection;
      const narrowed = lists.filter((list) => isNarrow(scope, list));
      if (narrowed.length > 0) {
        yield {
          message: `the collection ${shownText(name)} filters ${narrowed.map((list) => `\`${list}\``).join(', ')}, which ${kind.name} does not use`,
          path: ['collections', index, 'name'],
        };
      }
    }
  },
};

/** Resource lists that must stay `*` for a collection to be usable by a policy: where that is documented, or next to it. */
function listsOf({ name, decidesBy }: PolicyKind): readonly ResourceList[] {
  const { lists } = scopeFieldsOf(name);
  const isSaid = decidesBy === 'checks' || decidesBy === 'thresholds';
  return isSaid ? resourceLists.filter((list) => !lists.includes(list)) : [];
}

function isNarrow(scope: unknown, list: ResourceList): boolean {
  const patterns = listAt(scope, list);
  return patterns.length > 0 && !patterns.includes('*');
}
