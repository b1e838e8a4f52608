import type { Diagnostic } from '../../document/diagnostic.ts';
import { readCollections } from '../../document/collections/readCollections.ts';
import { nodeAtPath } from '../../document/syntaxNode.ts';
import { readWithLibrary } from '../../document/yaml/libraryYaml.ts';
import { readScope } from '../../order/scopeReader.ts';
import { resourceLists } from '../../policy/collections.ts';
import { defaultSeverity } from './catalog.ts';
import { quotedText } from '../../util/quotedInMessages.ts';

const code = 'empty-collection';
const lists = new Set(resourceLists);

/** Finds the collections of a `collections.yaml` in which nothing can be. Nothing in a file that cannot be read. */
export function emptyCollections(text: string): readonly Diagnostic[] {
  const { collections } = readCollections(text);
  const empty = [...(collections?.entries() ?? [])].flatMap(([name, patterns], place) =>
    readScope(name, patterns, lists).isEmpty ? [{ name, place }] : [],
  );
  // The slow reader runs only for these findings, because it gives their places.
  const root = empty.length > 0 ? readWithLibrary(text).root : undefined;
  return empty.map(({ name, place }) => ({
    code,
    severity: defaultSeverity(code),
    message: `The collection ${quotedText(name)} is always empty: its patterns exclude everything they include, so no rule applies through it. Correct its patterns.`,
    range: nodeAtPath(root, ['collections', place, 'name'])?.range ?? { start: 0, end: 0 },
  }));
}
