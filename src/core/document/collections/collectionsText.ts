import { yamlLines } from '../yaml/writeYaml.ts';
import { fromPlain } from '../../json/json.ts';
import type { KnownCollections } from '../../policy/collections.ts';
import { resourceLists } from '../../policy/collections.ts';

/** The file that keeps a console's collections for work without it. */
export const collectionsFileName = 'collections.yaml';

/**
 * Collections as a file for people to review: by name, and of each the lists that constrain anything, sorted, one pattern a
 * line. What the console writes down about them, such as who changed one when, is not in it.
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
