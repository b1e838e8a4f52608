import { resourceLists } from '../../policy/collections.ts';
import type {
  Collection,
  CollectionDraft,
  CollectionUsage,
  ConsoleResources,
} from '../../consoles/resources.ts';
import { ExpectedError } from '../../util/errors.ts';
import { stringAt, toPlain, type JsonObject } from '../../json/json.ts';
import { readCollection } from '../readCollection.ts';
import { changedMeanwhile } from './changedMeanwhile.ts';
import { isPlain, textAt, textsAt, type Plain } from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';

/** Collections as a resource of their own. */
export class CollectionClient implements Readonly<ConsoleResources['collections']> {
  readonly #requests: ResourceRequests;

  constructor(requests: ResourceRequests) {
    this.#requests = requests;
  }

  async list(signal?: AbortSignal): Promise<readonly Collection[]> {
    return (await this.#plain(signal)).map(readCollection).filter((one) => one !== undefined);
  }

  async mine(signal?: AbortSignal): Promise<readonly string[]> {
    const rows = await this.#requests.list('myCollections', signal);
    return rows.map((row) => textAt(row, 'name')).filter((name) => name !== '');
  }

  async usages(name: string, signal?: AbortSignal): Promise<readonly CollectionUsage[]> {
    const value = await this.#requests.read('collections.usages', signal, { name });
    const rows = Array.isArray(value) ? value.filter(isPlain) : [];
    return rows.map((row) => ({ name: textAt(row, 'name'), type: textAt(row, 'type') }));
  }

  /** All lists are sent: consoles differ in what they make of one that is missing. */
  async add(draft: CollectionDraft, signal?: AbortSignal): Promise<void> {
    const body = bodyOf(draft, new Map());
    const wanted = toPlain(body) as Plain;
    const isThere = async (): Promise<boolean> =>
      (await this.#plain()).some(
        (one) =>
          textAt(one, 'name') === draft.name &&
          textAt(one, 'description') === draft.description &&
          hasSameLists(one, wanted),
      );
    await this.#requests.add('collections.add', body, isThere, signal);
  }

  /** Keeps fields that the draft does not have: the console would replace a missing color by a random one. */
  async update(draft: CollectionDraft, seen: CollectionDraft, signal?: AbortSignal): Promise<void> {
    const current = await this.#current(draft.name, signal);
    const plain = toPlain(current) as Plain;
    if (textAt(plain, 'description') !== seen.description || !hasSameLists(plain, seen.patterns)) {
      throw changedMeanwhile(`The collection ${draft.name}`, 'edit');
    }
    await this.#requests.write('collections.update', bodyOf(draft, current), signal, draft.name);
  }

  async remove(seen: Collection, signal?: AbortSignal): Promise<void> {
    const { name } = seen;
    const current = (await this.list(signal)).find((one) => one.name === name);
    if (!current) {
      throw gone(name);
    }
    const lists = new Set([...Object.keys(seen.patterns), ...Object.keys(current.patterns)]);
    const same =
      current.description === seen.description &&
      current.color === seen.color &&
      [...lists].every((list) => sortedList(current.patterns, list) === sortedList(seen.patterns, list));
    if (!same) {
      throw changedMeanwhile(`The collection ${name}`, 'delete');
    }
    await this.#requests.write('collections.delete', undefined, signal, name);
  }

  /** Returns all fields, because fields that nobody edits are sent back. */
  async #current(name: string, signal: AbortSignal | undefined): Promise<JsonObject> {
    const nameOf = (record: JsonObject): string | undefined => stringAt(record, 'name') || undefined;
    let found: JsonObject | undefined;
    for await (const records of this.#requests.losslessPages('collections', nameOf, signal)) {
      found ??= records.find((record) => nameOf(record) === name);
    }
    if (!found) {
      throw gone(name);
    }
    return found;
  }

  async #plain(signal?: AbortSignal): Promise<readonly Plain[]> {
    const records: Plain[] = [];
    const keyOf = (row: unknown): string | undefined => readCollection(row)?.name;
    for await (const { rows } of this.#requests.pages('collections', {}, keyOf, signal)) {
      rows.filter(isPlain).forEach((row) => records.push(row));
    }
    return records;
  }
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
