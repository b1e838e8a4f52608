import type { Diagnostic } from '../../document/diagnostic.ts';
import { readCollections } from '../../document/collectionsText.ts';
import { nodeAtPath } from '../../document/syntaxNode.ts';
import { readWithLibrary } from '../../document/yaml/libraryYaml.ts';
import { readScope } from '../../order/scopeReader.ts';
import { resourceLists } from '../../policy/collections.ts';
import { quotedText } from '../../util/quotedInMessages.ts';
import { sentence } from '../../util/sentence.ts';
import { withSeverities, type Severities } from '../findings/shownDiagnostics.ts';

const lists = new Set(resourceLists);

/** The problem of a `collections.yaml` that cannot be read, or its collections in which nothing can be. Never throws. */
export function checkCollectionsFile(text: string, severities?: Severities): Diagnostic[] {
  const { collections, problem } = readCollections(text);
  const start = { start: 0, end: 0 };
  if (!collections) {
    return withSeverities(
      [{ code: 'collections-file', message: sentence(problem), range: start }],
      severities,
    );
  }
  const empty = [...collections].flatMap(([name, patterns], place) =>
    readScope(name, patterns, lists).isEmpty ? [{ name, place }] : [],
  );
  // The slow reader runs only for these findings, because it gives their places.
  const root = empty.length > 0 ? readWithLibrary(text).root : undefined;
  return withSeverities(
    empty.map(({ name, place }) => ({
      code: 'empty-collection',
      message: `The collection ${quotedText(name)} is always empty: its patterns exclude everything they include, so no rule applies through it. Correct its patterns.`,
      range: nodeAtPath(root, ['collections', place, 'name'])?.range ?? start,
    })),
    severities,
  );
}
