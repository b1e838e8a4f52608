import type { ConsoleResources, NetworkList, NetworkListDraft } from '../../consoles/resources.ts';
import { ExpectedError } from '../../util/errors.ts';
import { textAt, textsAt, type Plain } from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';

/** Network lists of WAAS rules; each is written on its own. */
export class NetworkListClient implements Readonly<ConsoleResources['networkLists']> {
  readonly #requests: ResourceRequests;

  constructor(requests: ResourceRequests) {
    this.#requests = requests;
  }

  async list(signal?: AbortSignal): Promise<readonly NetworkList[]> {
    return (await this.#records(signal)).map((record) => ({
      id: textAt(record, '_id'),
      description: textAt(record, 'description'),
      subnets: textsAt(record, 'subnets'),
      disabled: record['disabled'] === true,
      notes: textAt(record, 'notes'),
      owner: textAt(record, 'owner'),
      modified: textAt(record, 'modified'),
    }));
  }

  async add({ id, description, subnets }: NetworkListDraft, signal?: AbortSignal): Promise<void> {
    const isThere = async (): Promise<boolean> =>
      (await this.list()).some(
        (one) => one.id === id && one.description === description && one.subnets.join() === subnets.join(),
      );
    await this.#requests.add(
      'waas.networkList.add',
      { _id: id, name: id, description, subnets },
      isThere,
      signal,
    );
  }

  /** Members nobody edits here stay as the console has them now. */
  async update(
    { id, description, subnets }: NetworkListDraft,
    seen: NetworkListDraft,
    signal?: AbortSignal,
  ): Promise<void> {
    const current = (await this.#records(signal)).find((record) => textAt(record, '_id') === id);
    if (!current) {
      throw new ExpectedError('not-found', `There is no network list ${id} any more.`);
    }
    if (textAt(current, 'description') !== seen.description || !hasSubnets(current, seen.subnets)) {
      throw new ExpectedError(
        'changed-meanwhile',
        `The network list ${id} was changed on the console meanwhile. Nothing was written.`,
        { advice: 'Look at it again, and edit it as it is now.' },
      );
    }
    const { owner: _owner, modified: _modified, ...kept } = current;
    await this.#requests.write('waas.networkList.update', { ...kept, description, subnets }, signal);
  }

  async remove(id: string, signal?: AbortSignal): Promise<void> {
    await this.#requests.write('waas.networkList.delete', undefined, signal, id);
  }

  async #records(signal?: AbortSignal): Promise<readonly Plain[]> {
    const records = await this.#requests.list('waas.networkList.list', signal);
    return records.filter((record) => textAt(record, '_id') !== '');
  }
}

/** In whatever order. */
function hasSubnets(list: Plain, subnets: readonly string[]): boolean {
  return JSON.stringify([...textsAt(list, 'subnets')].sort()) === JSON.stringify([...subnets].sort());
}
