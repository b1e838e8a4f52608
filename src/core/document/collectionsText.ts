import { yamlLines } from './yaml/writeYaml.ts';
import { fromPlain, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { type KnownCollections, resourceLists } from '../policy/collections.ts';
import { valueOfNode } from './syntaxNode.ts';
import { problemLine } from './reading/problems.ts';
import { readWholeFile } from './reading/readPolicy.ts';

/** The file that keeps a console's collections for work without it. */
export const collectionsFileName = 'collections.yaml';

/**
 * The file shows collections for a review: names, and the sorted lists that constrain resources, one pattern a line. It
 * omits the console's bookkeeping, such as the author of a change.
 */
export function collectionsText(collections: KnownCollections): string {
  const all = [...collections.keys()].toSorted().map((name) => {
    const patterns: Readonly<Record<string, readonly string[]>> = collections.get(name) ?? {};
    const lists = new Set([...resourceLists, ...Object.keys(patterns).toSorted()]);
    const kept = [...lists].flatMap((list) => {
      const written = patterns[list] ?? [];
      const isConstraint = written.length > 0 && !(written.length === 1 && written[0] === '*');
      return isConstraint ? [[list, [...new Set(written)].toSorted()] as const] : [];
    });
    return { name, ...Object.fromEntries(kept) };
  });
  const head = [
    '# The collections of this console, as `ordinance pull --collections` read them.',
    '# A change here affects only the checks of rule order, not the console. A list that is absent is `*`.',
  ];
  return `${[...head, ...yamlLines(fromPlain({ collections: all }), '')].join('\n')}\n`;
}

type CollectionsReading =
  | { readonly collections: KnownCollections; readonly problem?: undefined }
  /** The problem is one sentence; the collections are then unknown. */
  | { readonly collections?: undefined; readonly problem: string };

/** A longer file is refused, because its reading would take more than a second or two. */
export const MAX_COLLECTIONS_BYTES = 2 * 1024 * 1024;
const MAX_COLLECTIONS = 10_000;
/** The limit counts brackets and commas, because flow style takes many times as long as lines. */
const MAX_FLOW_LENGTH = 50_000;

/**
 * The function reads the text of a `collections.yaml`. Never throws: a file with duplicates or other mistakes has a
 * problem and no collections.
 */
export function readCollections(text: string): CollectionsReading {
  if (isMostlyFlow(text)) {
    return { problem: 'too much of it is in flow style: write one item per line' };
  }
  const { root, problems } = readWholeFile(text, 'yaml', '`collections.yaml`');
  const [first] = problems;
  if (first) {
    return { problem: problemLine(text, first) };
  }
  const value = root && valueOfNode(root);
  const list = isJsonObject(value) ? value.get('collections') : undefined;
  if (!isJsonArray(list)) {
    return { problem: 'there is no list of `collections`' };
  }
  if (list.length > MAX_COLLECTIONS) {
    return { problem: `it has more than ${MAX_COLLECTIONS} collections` };
  }
  const collections = new Map<string, Readonly<Record<string, readonly string[]>>>();
  for (const [place, entry] of list.entries()) {
    const name = isJsonObject(entry) ? entry.get('name') : undefined;
    const patterns = isJsonObject(entry) ? patternsOf(entry) : undefined;
    if (typeof name !== 'string' || name === '' || !patterns) {
      return { problem: `entry ${place + 1} is not a collection: it needs a name, and lists of texts` };
    }
    if (collections.has(name)) {
      return { problem: `the collection ${JSON.stringify(name)} is listed twice` };
    }
    collections.set(name, patterns);
  }
  return { collections };
}

function isMostlyFlow(text: string): boolean {
  let marks = 0;
  for (const _ of text.matchAll(/[[\]{},]/g)) {
    marks++;
    if (marks > MAX_FLOW_LENGTH) {
      return true;
    }
  }
  return false;
}

/** Fields that are texts, such as a description, constrain nothing. */
function patternsOf(collection: JsonObject): Readonly<Record<string, readonly string[]>> | undefined {
  const lists: [string, readonly string[]][] = [];
  for (const [key, value] of collection) {
    if (isJsonArray(value)) {
      if (!value.every((pattern) => typeof pattern === 'string')) {
        return undefined;
      }
      lists.push([key, value]);
    } else if (!isAside(key, value)) {
      return undefined;
    }
  }
  return Object.fromEntries(lists);
}

function isAside(key: string, value: JsonValue): boolean {
  return value === null || (typeof value === 'string' && ['name', 'description', 'color'].includes(key));
}
