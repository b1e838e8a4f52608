import type { PolicyKind } from '../../../policy/families.ts';
import type { RuleCheck } from '../finding.ts';
import type { ResourceList } from '../../../policy/collections.ts';
import { listAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';

/** Resource lists that must stay `*` for a collection to be usable by a policy. */
const wildcardOnly: Readonly<Record<string, readonly ResourceList[]>> = {
  'compliance/container': ['functions'],
  'vulnerability/images': ['functions'],
  'compliance/ci-images': [
    'containers',
    'hosts',
    'appIDs',
    'functions',
    'namespaces',
    'accountIDs',
    'clusters',
  ],
  'compliance/host': ['containers', 'images', 'appIDs', 'functions', 'namespaces'],
  'compliance/serverless': ['containers', 'hosts', 'images', 'appIDs', 'namespaces', 'clusters'],
  'compliance/ci-serverless': [
    'containers',
    'hosts',
    'images',
    'appIDs',
    'namespaces',
    'accountIDs',
    'clusters',
  ],
};

/** Policies of the same objects follow the same lists. */
const asStrictAs: Readonly<Record<string, string>> = {
  'vulnerability/ci-images': 'compliance/ci-images',
  'vulnerability/host': 'compliance/host',
  'vulnerability/serverless': 'compliance/serverless',
  'vulnerability/ci-serverless': 'compliance/ci-serverless',
};

export const constrainedCollection: RuleCheck = {
  code: 'constrained-collection',
  summary: 'A collection narrows resources that this policy cannot scope by.',
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
          message: `the collection ${shownText(name)} narrows ${narrowed.map((list) => `\`${list}\``).join(', ')}; ${kind.name} cannot scope by ${narrowed.length === 1 ? 'that' : 'those'}`,
          path: ['collections', index, 'name'],
        };
      }
    }
  },
};

function listsOf(kind: PolicyKind): readonly ResourceList[] {
  return wildcardOnly[asStrictAs[kind.name] ?? kind.name] ?? [];
}

function isNarrow(scope: unknown, list: ResourceList): boolean {
  const patterns = listAt(scope, list);
  return patterns.length > 0 && !patterns.includes('*');
}
