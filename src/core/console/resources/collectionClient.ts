import { resourceLists } from '../../policy/collections.ts';
import type {
  Collection,
  CollectionDraft,
  CollectionUsage,
  ConsoleResources,
} from '../../consoles/resources.ts';
import { ExpectedError } from '../../util/errors.ts';
import { readCollection } from '../collections.ts';
import { isPlain, textAt, textsAt, type Plain } from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';

/** Collections as a resource of their own. */
export class CollectionClient implements Readonly<ConsoleResources['collections']> {
  readonly #requests: ResourceRequests;

  constructor(requests: ResourceRequests) {
    this.#requests = requests;
  }

  async list(signal?: AbortSignal): Promise<readonly Collection[]> {
    return (await this.#records(signal)).map(readCollection).filter((one) => one !== undefined);
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
    const body = bodyOf(draft, {});
    const isThere = async (): Promise<boolean> =>
      (await this.#records()).some(
        (one) =>
          textAt(one, 'name') === draft.name &&
          textAt(one, 'description') === draft.description &&
          hasSameLists(one, body),
      );
    await this.#requests.add('collections.add', body, isThere, signal);
  }

  /** What the draft does not say stays as the console has it now: a missing colour would become a random one. */
  async update(draft: CollectionDraft, seen: CollectionDraft, signal?: AbortSignal): Promise<void> {
    const current = (await this.#records(signal)).find((record) => textAt(record, 'name') === draft.name);
    if (!current) {
      throw new ExpectedError('not-found', `There is no collection ${draft.name} any more.`);
    }
    if (textAt(current, 'description') !== seen.description || !hasSameLists(current, seen.patterns)) {
      throw new ExpectedError(
        'changed-meanwhile',
        `The collection ${draft.name} was changed on the console meanwhile. Nothing was written.`,
        { advice: 'Look at it again, and edit it as it is now.' },
      );
    }
    await this.#requests.write('collections.update', bodyOf(draft, current), signal, draft.name);
  }

  async remove(name: string, signal?: AbortSignal): Promise<void> {
    await this.#requests.write('collections.delete', undefined, signal, name);
  }

  async #records(signal?: AbortSignal): Promise<readonly Plain[]> {
    const records: Plain[] = [];
    const keyOf = (row: unknown): string | undefined => readCollection(row)?.name;
    for await (const { rows } of this.#requests.pages('collections', {}, keyOf, signal)) {
      rows.filter(isPlain).forEach((row) => records.push(row));
    }
    return records;
  }
}

/** In whatever order; a list that is absent or empty is no list at all. */
function hasSameLists(one: Plain, other: Plain): boolean {
  const listOf = (holder: Plain, list: string): string => JSON.stringify([...textsAt(holder, list)].sort());
  return resourceLists.every((list) => listOf(one, list) === listOf(other, list));
}

function bodyOf({ name, description, patterns }: CollectionDraft, current: Plain): Plain {
  const { owner: _owner, modified: _modified, system: _system, ...kept } = current;
  const lists = resourceLists.map((list) => [list, patterns[list] ?? kept[list] ?? ['*']] as const);
  return { ...kept, name, description, ...Object.fromEntries(lists) };
}
