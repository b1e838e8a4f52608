import { resourceLists } from '../../../policy/collections.ts';
import type { FixData, Plain, RuleCheck } from '../finding.ts';
import { isPlain, listAt } from '../plainData.ts';
import { quotedText } from '../quotedInMessages.ts';

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
