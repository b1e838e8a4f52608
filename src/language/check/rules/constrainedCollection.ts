import type { PolicyKind } from '../../../model/families.ts';
import type { RuleCheck } from '../finding.ts';
import type { CollectionScope, ResourceList } from '../knowledge.ts';
import { isPlain, listAt, textAt } from '../plain.ts';

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
    for (const [index, collection] of listAt(rule, 'collections').entries()) {
      const name = textAt(collection, 'name');
      const scope = knowledge.scopes?.get(name ?? '') ?? (isPlain(collection) ? ownScope(collection) : {});
      const narrowed = listsOf(kind).filter((list) => isNarrow(scope[list]));
      if (name !== undefined && narrowed.length > 0) {
        yield {
          message: `the collection ${JSON.stringify(name)} narrows ${narrowed.map((list) => `\`${list}\``).join(', ')}; ${kind.name} cannot scope by ${narrowed.length === 1 ? 'that' : 'those'}`,
          path: ['collections', index, 'name'],
        };
      }
    }
  },
};

function listsOf(kind: PolicyKind): readonly ResourceList[] {
  return wildcardOnly[asStrictAs[kind.name] ?? kind.name] ?? [];
}

function isNarrow(patterns: readonly string[] | undefined): boolean {
  return patterns !== undefined && patterns.length > 0 && !patterns.includes('*');
}

function ownScope(collection: Readonly<Record<string, unknown>>): CollectionScope {
  return Object.fromEntries(
    Object.entries(collection).filter(([, value]) => Array.isArray(value)),
  ) as CollectionScope;
}
