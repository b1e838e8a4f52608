import { resourceLists } from '../../../policy/collections.ts';
import type { FixData, Plain, RuleCheck } from '../finding.ts';
import { isPlain, listAt } from '../plainData.ts';
import { quotedText } from '../quotedInMessages.ts';

export const noCollections: RuleCheck = {
  code: 'no-collections',
  summary: 'A rule has no collection, so it never applies.',
  severity: 'error',
  scope: 'rule',
  applies: (kind) => !kind.isNetwork,
  *check({ rule }) {
    const collections = rule['collections'];
    const written = collections !== undefined && collections !== null;
    if ((written && !Array.isArray(collections)) || hasOldScope(rule)) {
      return;
    }
    const list = listAt(rule, 'collections');
    for (const [index, collection] of list.entries()) {
      // Values that are not objects, and names that are not texts, have findings of their own.
      if (isPlain(collection) && isBlank(collection['name'])) {
        const path = ['collections', index];
        yield {
          message: 'a collection needs a `name`',
          path: 'name' in collection ? [...path, 'name'] : path,
          mark: 'name' in collection ? 'value' : 'start',
          fixes: [
            list.length > 1
              ? { kind: 'remove', title: 'Remove the nameless collection', path }
              : { kind: 'set', title: 'Apply to `All`', path: [...path, 'name'], value: 'All' },
          ],
        };
      }
    }
    if (list.length > 0) {
      return;
    }
    yield {
      message: 'the rule has no collection, so it never applies',
      ...('collections' in rule
        ? { path: ['collections'], mark: 'key' }
        : { path: 'name' in rule ? ['name'] : [], mark: 'name' in rule ? 'value' : 'start' }),
      fixes: [{ kind: 'set', title: 'Apply to `All`', path: ['collections'], value: [{ name: 'All' }] }],
    };
  },
};

function isBlank(name: unknown): boolean {
  return name === undefined || name === null || (typeof name === 'string' && name.trim() === '');
}

/** The rule has the scope format from before collections. */
export function hasOldScope(rule: Plain): boolean {
  return isPlain(rule['resources']) && listAt(rule, 'collections').length === 0;
}

export const oldScope: RuleCheck = {
  code: 'old-scope',
  summary: 'A rule uses `resources`, which consoles no longer read.',
  severity: 'error',
  scope: 'rule',
  applies: (kind) => !kind.isNetwork,
  *check({ rule, knowledge }) {
    if (!hasOldScope(rule)) {
      return;
    }
    const matching = sameScope(rule, knowledge.scopes);
    yield {
      message:
        matching === undefined
          ? 'the console does not read `resources`: create a collection with these patterns and list it under `collections`'
          : `the console does not read \`resources\`: the collection ${quotedText(matching)} has the same patterns`,
      path: ['resources'],
      mark: 'key',
      fixes: matching === undefined ? [] : [wayOver(matching)],
    };
  },
};

function wayOver(name: string): FixData {
  const title = `Scope by the collection ${quotedText(name)}`;
  return {
    kind: 'several',
    title,
    steps: [
      { kind: 'set', title, path: ['collections'], value: [{ name }] },
      { kind: 'remove', title, path: ['resources'] },
    ],
  };
}

/** A known collection with exactly these patterns; everything is the collection `All`. */
function sameScope(
  rule: Plain,
  scopes: ReadonlyMap<string, Readonly<Record<string, readonly string[] | undefined>>> | undefined,
): string | undefined {
  const wanted = signature((list) => listAt(rule['resources'], list));
  if (wanted === signature(() => [])) {
    return 'All';
  }
  return [...(scopes ?? [])].find(([, scope]) => signature((list) => scope[list] ?? []) === wanted)?.[0];
}

function signature(patternsOf: (list: string) => readonly unknown[]): string {
  return JSON.stringify(
    resourceLists.map((list) => {
      const patterns = patternsOf(list).map(String);
      return patterns.length === 0 || patterns.includes('*') ? ['*'] : patterns.toSorted();
    }),
  );
}
