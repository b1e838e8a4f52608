import { resourceLists } from '../../../policy/collections.ts';
import { keyOrName, removeFix, setFix, type Finding, type FixData, type RuleSubject } from '../finding.ts';
import { quotedText } from '../../../util/quotedInMessages.ts';
import { type Plain, isPlain, listAt } from '../../../util/plainRecord.ts';

/** Finds rules without a collection, and rules with the scope format from before collections. */
export function* checkScope({ kind, rule, knowledge }: RuleSubject): Generator<Finding> {
  if (kind.isNetwork) {
    return;
  }
  if (hasOldScope(rule)) {
    const matching = sameScope(rule, knowledge.scopes);
    yield {
      code: 'old-scope',
      message:
        matching === undefined
          ? 'the console does not read `resources`: create a collection with these patterns and list it under `collections`'
          : `the console does not read \`resources\`: the collection ${quotedText(matching)} has the same patterns`,
      path: ['resources'],
      mark: 'key',
      fixes: matching === undefined ? [] : [useCollectionFix(matching)],
    };
    return;
  }
  const list: unknown = rule['collections'] ?? [];
  // Values that are not lists or objects, and names that are not texts, have findings of their own.
  if (!Array.isArray(list)) {
    return;
  }
  for (const [index, collection] of list.entries()) {
    if (isPlain(collection) && isBlank(collection['name'])) {
      const path = ['collections', index];
      yield {
        code: 'no-collections',
        message:
          'a collection has no `name`, so the rule does not apply through it: name a collection of the console',
        path: 'name' in collection ? [...path, 'name'] : path,
        mark: 'name' in collection ? 'value' : 'start',
        fixes: [
          list.length > 1
            ? removeFix('Remove the nameless collection', path)
            : setFix('Apply to `All`', [...path, 'name'], 'All'),
        ],
      };
    }
  }
  if (list.length === 0) {
    yield {
      code: 'no-collections',
      message: 'the rule has no collection, so it never applies: list at least one under `collections`',
      ...keyOrName(rule, 'collections'),
      fixes: [setFix('Apply to `All`', ['collections'], [{ name: 'All' }])],
    };
  }
}

function isBlank(name: unknown): boolean {
  return name === undefined || name === null || (typeof name === 'string' && name.trim() === '');
}

/** The rule has the scope format from before collections. */
export function hasOldScope(rule: Plain): boolean {
  return isPlain(rule['resources']) && listAt(rule, 'collections').length === 0;
}

function useCollectionFix(name: string): FixData {
  return {
    title: `Scope by the collection ${quotedText(name)}`,
    steps: [
      { kind: 'set', path: ['collections'], value: [{ name }] },
      { kind: 'remove', path: ['resources'] },
    ],
  };
}

/** A known collection with exactly these patterns; everything is the collection `All`. */
function sameScope(
  rule: Plain,
  scopes: ReadonlyMap<string, Readonly<Record<string, readonly string[] | undefined>>> | undefined,
): string | undefined {
  const patterns = signature((list) => listAt(rule['resources'], list));
  if (patterns === signature(() => [])) {
    return 'All';
  }
  return [...(scopes ?? [])].find(([, scope]) => signature((list) => scope[list] ?? []) === patterns)?.[0];
}

function signature(patternsOf: (list: string) => readonly unknown[]): string {
  return JSON.stringify(
    resourceLists.map((list) => {
      const patterns = patternsOf(list).map((pattern) => JSON.stringify(pattern));
      return patterns.length === 0 || patterns.includes('"*"') ? ['*'] : patterns.toSorted();
    }),
  );
}
