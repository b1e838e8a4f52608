import type { ConsoleResources, NetworkList } from '../../consoleFile/resources.ts';
import { arrayAt, stringAt, toPlain } from '../../json/json.ts';
import { ExpectedError } from '../../util/errors.ts';
import type { Plain } from '../../util/plainRecord.ts';
import { textAt, textsAt } from './plainMembers.ts';
import { staleEntryError, type ResourceRequests } from './resourceRequests.ts';

/** Lists and edits the network lists of WAAS rules. */
export function networkLists(requests: ResourceRequests): ConsoleResources['networkLists'] {
  const list = async (signal?: AbortSignal): Promise<readonly NetworkList[]> =>
    (await requests.list('waas.networkList.list', signal))
      .filter((record) => textAt(record, '_id') !== '')
      .map(networkListOf);

  return {
    list,

    async add({ id, description, subnets }, signal) {
      const isAdded = async (): Promise<boolean> =>
        (await list()).some(
          (added) =>
            added.id === id && added.description === description && added.subnets.join() === subnets.join(),
        );
      const body = new Map<string, string | readonly string[]>([
        ['_id', id],
        ['name', id],
        ['description', description],
        ['subnets', subnets],
      ]);
      await requests.add('waas.networkList.add', body, isAdded, signal);
    },

    /** Keeps the fields that the draft lacks, with exact numbers. */
    async update({ id, description, subnets }, shown, signal) {
      const records = await requests.lossless('waas.networkList.list', signal);
      const record = records.find((candidate) => stringAt(candidate, '_id') === id);
      if (!record) {
        throw notFoundError(id);
      }
      const current = networkListOf(toPlain(record) as Plain);
      if (current.description !== shown.description || !hasSubnets(current, shown.subnets)) {
        throw staleEntryError(`The network list ${id}`, 'edit');
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
      await requests.write('waas.networkList.update', body, signal);
    },

    async remove(shown, signal) {
      const current = (await list(signal)).find(({ id }) => id === shown.id);
      if (!current) {
        throw notFoundError(shown.id);
      }
      const isSame =
        current.description === shown.description &&
        current.disabled === shown.disabled &&
        current.notes === shown.notes &&
        current.modified === shown.modified &&
        hasSubnets(current, shown.subnets);
      if (!isSame) {
        throw staleEntryError(`The network list ${shown.id}`, 'delete');
      }
      await requests.write('waas.networkList.delete', undefined, signal, shown.id);
    },
  };
}

function notFoundError(id: string): ExpectedError {
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

/** Compares the subnets without their order. */
function hasSubnets(list: NetworkList, subnets: readonly string[]): boolean {
  return JSON.stringify([...list.subnets].sort()) === JSON.stringify([...subnets].sort());
}
