import type { ConsoleResources, NetworkList, NetworkListDraft } from '../../consoles/resources.ts';
import { arrayAt, stringAt, toPlain, type JsonObject } from '../../json/json.ts';
import { ExpectedError } from '../../util/errors.ts';
import { changedMeanwhile } from './changedMeanwhile.ts';
import { textAt, textsAt, type Plain } from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';

/** Network lists of WAAS rules; each is written on its own. */
export class NetworkListClient implements Readonly<ConsoleResources['networkLists']> {
  readonly #requests: ResourceRequests;

  constructor(requests: ResourceRequests) {
    this.#requests = requests;
  }

  async list(signal?: AbortSignal): Promise<readonly NetworkList[]> {
    const records = await this.#requests.list('waas.networkList.list', signal);
    return records.filter((record) => textAt(record, '_id') !== '').map(networkListOf);
  }

  async add({ id, description, subnets }: NetworkListDraft, signal?: AbortSignal): Promise<void> {
    const isThere = async (): Promise<boolean> =>
      (await this.list()).some(
        (one) => one.id === id && one.description === description && one.subnets.join() === subnets.join(),
      );
    const body = new Map<string, string | readonly string[]>([
      ['_id', id],
      ['name', id],
      ['description', description],
      ['subnets', subnets],
    ]);
    await this.#requests.add('waas.networkList.add', body, isThere, signal);
  }

  /** Members nobody edits here stay as the console has them now, in every digit. */
  async update(
    { id, description, subnets }: NetworkListDraft,
    seen: NetworkListDraft,
    signal?: AbortSignal,
  ): Promise<void> {
    const { record, list } = await this.#current(id, signal);
    if (list.description !== seen.description || !hasSubnets(list, seen.subnets)) {
      throw changedMeanwhile(`The network list ${id}`, 'edit');
    }
    if (arrayAt(record, 'subnets').some((subnet) => typeof subnet !== 'string')) {
      throw new ExpectedError(
        'not-lossless',
        `The network list ${id} has subnets that are no text, which would be lost. Nothing was written.`,
        { advice: 'Edit it in the console.' },
      );
    }
    const body = new Map(record);
    body.delete('owner');
    body.delete('modified');
    body.set('description', description).set('subnets', subnets);
    await this.#requests.write('waas.networkList.update', body, signal);
  }

  async remove(seen: NetworkList, signal?: AbortSignal): Promise<void> {
    const list = (await this.list(signal)).find(({ id }) => id === seen.id);
    if (!list) {
      throw gone(seen.id);
    }
    const same =
      list.description === seen.description &&
      list.disabled === seen.disabled &&
      list.notes === seen.notes &&
      list.modified === seen.modified &&
      hasSubnets(list, seen.subnets);
    if (!same) {
      throw changedMeanwhile(`The network list ${seen.id}`, 'delete');
    }
    await this.#requests.write('waas.networkList.delete', undefined, signal, seen.id);
  }

  async #current(
    id: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly record: JsonObject; readonly list: NetworkList }> {
    const records = await this.#requests.lossless('waas.networkList.list', signal);
    const record = records.find((one) => stringAt(one, '_id') === id);
    if (!record) {
      throw gone(id);
    }
    return { record, list: networkListOf(toPlain(record) as Plain) };
  }
}

function gone(id: string): ExpectedError {
  return new ExpectedError('not-found', `The console no longer has the network list ${id}.`);
}

function networkListOf(record: Plain): NetworkList {
  return {
    id: textAt(record, '_id'),
    description: textAt(record, 'description'),
    subnets: textsAt(record, 'subnets'),
    disabled: record['disabled'] === true,
    notes: textAt(record, 'notes'),
    owner: textAt(record, 'owner'),
    modified: textAt(record, 'modified'),
  };
}

/** In whatever order. */
function hasSubnets(list: NetworkList, subnets: readonly string[]): boolean {
  return JSON.stringify([...list.subnets].sort()) === JSON.stringify([...subnets].sort());
}
