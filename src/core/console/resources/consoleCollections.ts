import { resourceLists } from '../../policy/collections.ts';
import type { Collection, CollectionDraft, CollectionUsage } from '../../consoleFile/resources.ts';
import { stringAt, toPlain, type JsonObject } from '../../json/json.ts';
import { isPlain, type Plain } from '../../util/plainRecord.ts';
import { parseWithoutLoss, type ConsoleRequests } from '../consoleRequests.ts';
import { operations } from '../operations.ts';
import { textAt, textsAt } from './plainMembers.ts';
import { unchangedEntry } from './unchangedEntry.ts';

/** Lists and edits the collections of a console. */
export function consoleCollections(requests: ConsoleRequests) {
  const rows = (signal?: AbortSignal): Promise<readonly unknown[]> =>
    requests.allRows(operations.collections, (row) => readCollection(row)?.name, signal);

  const list = async (signal?: AbortSignal): Promise<readonly Collection[]> =>
    (await rows(signal)).map(readCollection).filter((row) => row !== undefined);

  return {
    list,

    /** The names that the caller may see. */
    async mine(signal?: AbortSignal): Promise<readonly string[]> {
      const names = await requests.list(operations.myCollections, signal);
      return names.map((row) => textAt(row, 'name')).filter((name) => name !== '');
    },

    async usages(name: string, signal?: AbortSignal): Promise<readonly CollectionUsage[]> {
      const usages = await requests.list({ ...operations['collections.usages'], name }, signal);
      return usages.map((row) => ({ name: textAt(row, 'name'), type: textAt(row, 'type') }));
    },

    /** Sends all lists, because consoles differ in how they read a missing list. */
    async add(draft: CollectionDraft, signal?: AbortSignal): Promise<void> {
      const body = bodyOf(draft, new Map());
      const expected = toPlain(body) as Plain;
      const isAdded = async (): Promise<boolean> =>
        (await rows()).some(
          (row) =>
            isPlain(row) &&
            textAt(row, 'name') === draft.name &&
            textAt(row, 'description') === draft.description &&
            hasSameLists(row, expected),
        );
      await requests.add(operations['collections.add'], body, isAdded, signal);
    },

    /**
     * Keeps the fields that the draft lacks: the console would replace a missing color by a random one. `shown` is the
     * version that the user saw. When the console has another one, nothing is written.
     */
    async update(draft: CollectionDraft, shown: CollectionDraft, signal?: AbortSignal): Promise<void> {
      const nameOf = (row: unknown): string | undefined =>
        row instanceof Map ? stringAt(row as JsonObject, 'name') || undefined : undefined;
      const records = await requests.allRows(operations.collections, nameOf, signal, parseWithoutLoss);
      const present = records.find((row) => nameOf(row) === draft.name) as JsonObject | undefined;
      const record = unchangedEntry(`collection ${draft.name}`, 'edit', present, (candidate) => {
        const plain = toPlain(candidate) as Plain;
        return textAt(plain, 'description') === shown.description && hasSameLists(plain, shown.patterns);
      });
      const request = { ...operations['collections.update'], name: draft.name };
      await requests.write(request, bodyOf(draft, record), signal);
    },

    /** `shown` is the version that the user saw. When the console has another one, nothing is deleted. */
    async remove(shown: Collection, signal?: AbortSignal): Promise<void> {
      const { name } = shown;
      const present = (await list(signal)).find((collection) => collection.name === name);
      unchangedEntry(`collection ${name}`, 'delete', present, ({ description, color, patterns }) => {
        const lists = new Set([...Object.keys(shown.patterns), ...Object.keys(patterns)]);
        return (
          description === shown.description &&
          color === shown.color &&
          [...lists].every((key) => sortedList(patterns, key) === sortedList(shown.patterns, key))
        );
      });
      await requests.write({ ...operations['collections.delete'], name }, undefined, signal);
    },
  };
}

/** Compares the lists without their order. An absent list equals an empty one. */
function hasSameLists(a: Plain, b: Plain): boolean {
  return resourceLists.every((list) => sortedList(a, list) === sortedList(b, list));
}

function sortedList(holder: Plain, list: string): string {
  return JSON.stringify([...textsAt(holder, list)].sort());
}

/** Fields that the server sets. */
const managed: readonly string[] = ['owner', 'modified', 'system'];

function bodyOf({ name, description, patterns }: CollectionDraft, current: JsonObject): JsonObject {
  const body = new Map([...current].filter(([key]) => !managed.includes(key)));
  body.set('name', name).set('description', description);
  for (const list of resourceLists) {
    body.set(list, patterns[list] ?? body.get(list) ?? ['*']);
  }
  return body;
}

/** Reads one row of the list; undefined when it has no name. */
export function readCollection(row: unknown): Collection | undefined {
  if (!isPlain(row) || textAt(row, 'name') === '') {
    return undefined;
  }
  const patterns = Object.entries(row).flatMap(([key, value]) => {
    const texts = patternsIn(key, value);
    return texts ? [[key, texts] as const] : [];
  });
  return {
    name: textAt(row, 'name'),
    description: textAt(row, 'description'),
    color: textAt(row, 'color'),
    system: row['system'] === true,
    patterns: Object.fromEntries(patterns),
  };
}

/** Patterns without a documented meaning. They make the contents of a collection unknown. */
const unreadable = ['', '-'] as const;

/**
 * The patterns of a list. A value of another type becomes an unreadable pattern, because without it the
 * collection would cover everything.
 */
function patternsIn(key: string, value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const texts = value.filter((pattern) => typeof pattern === 'string');
    return texts.length === value.length ? texts : [...texts, ...unreadable];
  }
  const isList = (resourceLists as readonly string[]).includes(key);
  return isList && value !== null && value !== undefined ? unreadable : undefined;
}
