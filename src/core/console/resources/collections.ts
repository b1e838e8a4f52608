import { resourceLists } from '../../policy/collections.ts';
import type { Collection, CollectionDraft, ConsoleResources } from '../../consoleFile/resources.ts';
import { ExpectedError } from '../../util/errors.ts';
import { stringAt, toPlain, type JsonObject } from '../../json/json.ts';
import { isPlain, plainList, textAt, textsAt, type Plain } from './plainMembers.ts';
import { changedMeanwhile, type ResourceRequests } from './resourceRequests.ts';

/** Collections as a resource of their own. */
export function collections(requests: ResourceRequests): ConsoleResources['collections'] {
  const rows = (signal?: AbortSignal): Promise<readonly unknown[]> =>
    requests.allRows('collections', (row) => readCollection(row)?.name, signal);

  const list = async (signal?: AbortSignal): Promise<readonly Collection[]> =>
    (await rows(signal)).map(readCollection).filter((one) => one !== undefined);

  /** Returns all fields, because fields that nobody edits are sent back. */
  const current = async (name: string, signal: AbortSignal | undefined): Promise<JsonObject> => {
    const nameOf = (record: JsonObject): string | undefined => stringAt(record, 'name') || undefined;
    let found: JsonObject | undefined;
    for await (const records of requests.losslessPages('collections', nameOf, signal)) {
      found ??= records.find((record) => nameOf(record) === name);
    }
    if (!found) {
      throw gone(name);
    }
    return found;
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

    /** All lists are sent: consoles differ in what they make of one that is missing. */
    async add(draft, signal) {
      const body = bodyOf(draft, new Map());
      const wanted = toPlain(body) as Plain;
      const isThere = async (): Promise<boolean> =>
        (await rows()).some(
          (one) =>
            isPlain(one) &&
            textAt(one, 'name') === draft.name &&
            textAt(one, 'description') === draft.description &&
            hasSameLists(one, wanted),
        );
      await requests.add('collections.add', body, isThere, signal);
    },

    /** Keeps fields that the draft does not have: the console would replace a missing color by a random one. */
    async update(draft, seen, signal) {
      const record = await current(draft.name, signal);
      const plain = toPlain(record) as Plain;
      if (textAt(plain, 'description') !== seen.description || !hasSameLists(plain, seen.patterns)) {
        throw changedMeanwhile(`The collection ${draft.name}`, 'edit');
      }
      await requests.write('collections.update', bodyOf(draft, record), signal, draft.name);
    },

    async remove(seen, signal) {
      const { name } = seen;
      const now = (await list(signal)).find((one) => one.name === name);
      if (!now) {
        throw gone(name);
      }
      const lists = new Set([...Object.keys(seen.patterns), ...Object.keys(now.patterns)]);
      const isSame =
        now.description === seen.description &&
        now.color === seen.color &&
        [...lists].every((key) => sortedList(now.patterns, key) === sortedList(seen.patterns, key));
      if (!isSame) {
        throw changedMeanwhile(`The collection ${name}`, 'delete');
      }
      await requests.write('collections.delete', undefined, signal, name);
    },
  };
}

function gone(name: string): ExpectedError {
  return new ExpectedError('not-found', `The console no longer has the collection ${name}.`);
}

/** In whatever order; a list that is absent or empty is no list at all. */
function hasSameLists(one: Plain, other: Plain): boolean {
  return resourceLists.every((list) => sortedList(one, list) === sortedList(other, list));
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

/** Patterns whose meaning is documented nowhere: it may name something, or take something away. */
const unreadable = ['', '-'] as const;

/** A value that is no list of texts is an unknown constraint. Without it, the collection would cover everything. */
function patternsIn(key: string, value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const texts = value.filter((one) => typeof one === 'string');
    return texts.length === value.length ? texts : [...texts, ...unreadable];
  }
  const isList = (resourceLists as readonly string[]).includes(key);
  return isList && value !== null && value !== undefined ? unreadable : undefined;
}
