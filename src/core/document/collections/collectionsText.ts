import { yamlLines } from '../yaml/writeYaml.ts';
import { fromPlain } from '../../json/json.ts';
import type { KnownCollections } from '../../policy/collections.ts';
import { resourceLists } from '../../policy/collections.ts';

/** The file that keeps a console's collections for work without it. */
export const collectionsFileName = 'collections.yaml';

/**
 * The file shows collections for a review: names, and the sorted lists that constrain resources, one pattern a line. It
 * omits the console's bookkeeping, such as the author of a change.
 */
export function collectionsText(collections: KnownCollections): string {
  const all = [...collections]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([name, patterns]) => {
      const known: readonly string[] = resourceLists;
      const others = Object.keys(patterns)
        .filter((list) => !known.includes(list))
        .toSorted(compare);
      const lists: Readonly<Record<string, readonly string[]>> = patterns;
      const kept = [...known, ...others].flatMap((list) => {
        const written = lists[list] ?? [];
        const isConstraint = written.length > 0 && !(written.length === 1 && written[0] === '*');
        return isConstraint ? [[list, [...new Set(written)].toSorted(compare)] as const] : [];
      });
      return { name, ...Object.fromEntries(kept) };
    });
  const head = [
    '# The collections of this console, as `ordinance pull --collections` read them.',
    '# A change here affects only the checks of rule order, not the console. A list that is absent is `*`.',
  ];
  return `${[...head, ...yamlLines(fromPlain({ collections: all }), '')].join('\n')}\n`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
