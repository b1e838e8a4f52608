import { resourceLists } from '../../policy/collections.ts';
import type { Collection, CollectionDraft, ConsoleResources } from '../../consoleFile/resources.ts';
import { ExpectedError } from '../../util/errors.ts';
import { stringAt, toPlain, type JsonObject } from '../../json/json.ts';
import { isPlain, type Plain } from '../../util/plainRecord.ts';
import { plainList, textAt, textsAt } from './plainMembers.ts';
import { staleEntryError, type ResourceRequests } from './resourceRequests.ts';

/** Lists and edits the collections of a console. */
export function collections(requests: ResourceRequests): ConsoleResources['collections'] {
  const rows = (signal?: AbortSignal): Promise<readonly unknown[]> =>
    requests.allRows('collections', (row) => readCollection(row)?.name, signal);

  const list = async (signal?: AbortSignal): Promise<readonly Collection[]> =>
    (await rows(signal)).map(readCollection).filter((row) => row !== undefined);

  /** Returns all fields, because an update sends back the fields that a person did not edit. */
  const readRecord = async (name: string, signal: AbortSignal | undefined): Promise<JsonObject> => {
    const nameOf = (record: JsonObject): string | undefined => stringAt(record, 'name') || undefined;
    const records = await requests.losslessRows('collections', nameOf, signal);
    const match = records.find((record) => nameOf(record) === name);
    if (!match) {
      throw notFoundError(name);
    }
    return match;
  };

  return {
    list,

    async mine(signal) {
      const names = await requests.list('myCollections', signal);
      return names.map((row) => textAt(row, 'name')).filter((name) => name !== '');
    },

    async usages(name, signal) {
      const value = await requests.read('collections.usages', signal, { name });
      return plainList(value).map((row) => ({ name: textAt(row, 'name'), type: textAt(row, 'type') }));
    },

    /** Sends all lists, because consoles differ in how they read a missing list. */
    async add(draft, signal) {
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
      await requests.add('collections.add', body, isAdded, signal);
    },

    /** Keeps the fields that the draft lacks: the console would replace a missing color by a random one. */
    async update(draft, shown, signal) {
      const record = await readRecord(draft.name, signal);
      const plain = toPlain(record) as Plain;
      if (textAt(plain, 'description') !== shown.description || !hasSameLists(plain, shown.patterns)) {
        throw staleEntryError(`The collection ${draft.name}`, 'edit');
      }
      await requests.write('collections.update', bodyOf(draft, record), signal, draft.name);
    },

    async remove(shown, signal) {
      const { name } = shown;
      const current = (await list(signal)).find((collection) => collection.name === name);
      if (!current) {
        throw notFoundError(name);
      }
      const lists = new Set([...Object.keys(shown.patterns), ...Object.keys(current.patterns)]);
      const isSame =
        current.description === shown.description &&
        current.color === shown.color &&
        [...lists].every((key) => sortedList(current.patterns, key) === sortedList(shown.patterns, key));
      if (!isSame) {
        throw staleEntryError(`The collection ${name}`, 'delete');
      }
      await requests.write('collections.delete', undefined, signal, name);
    },
  };
}

function notFoundError(name: string): ExpectedError {
  return new ExpectedError('not-found', `The console no longer has the collection ${name}.`);
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
