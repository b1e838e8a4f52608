import type { ConsoleResources, NetworkList } from '../../consoleFile/resources.ts';
import { arrayAt, stringAt, toPlain } from '../../json/json.ts';
import { ExpectedError } from '../../util/errors.ts';
import { textAt, textsAt, type Plain } from './plainMembers.ts';
import { changedMeanwhile, type ResourceRequests } from './resourceRequests.ts';

/** Network lists of WAAS rules; each is written on its own. */
export function networkLists(requests: ResourceRequests): ConsoleResources['networkLists'] {
  const list = async (signal?: AbortSignal): Promise<readonly NetworkList[]> =>
    (await requests.list('waas.networkList.list', signal))
      .filter((record) => textAt(record, '_id') !== '')
      .map(networkListOf);

  return {
    list,

    async add({ id, description, subnets }, signal) {
      const isThere = async (): Promise<boolean> =>
        (await list()).some(
          (one) => one.id === id && one.description === description && one.subnets.join() === subnets.join(),
        );
      const body = new Map<string, string | readonly string[]>([
        ['_id', id],
        ['name', id],
        ['description', description],
        ['subnets', subnets],
      ]);
      await requests.add('waas.networkList.add', body, isThere, signal);
    },

    /** Fields that nobody edits here stay as the console has them now, in every digit. */
    async update({ id, description, subnets }, seen, signal) {
      const records = await requests.lossless('waas.networkList.list', signal);
      const record = records.find((one) => stringAt(one, '_id') === id);
      if (!record) {
        throw gone(id);
      }
      const current = networkListOf(toPlain(record) as Plain);
      if (current.description !== seen.description || !hasSubnets(current, seen.subnets)) {
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
      await requests.write('waas.networkList.update', body, signal);
    },

    async remove(seen, signal) {
      const current = (await list(signal)).find(({ id }) => id === seen.id);
      if (!current) {
        throw gone(seen.id);
      }
      const isSame =
        current.description === seen.description &&
        current.disabled === seen.disabled &&
        current.notes === seen.notes &&
        current.modified === seen.modified &&
        hasSubnets(current, seen.subnets);
      if (!isSame) {
        throw changedMeanwhile(`The network list ${seen.id}`, 'delete');
      }
      await requests.write('waas.networkList.delete', undefined, signal, seen.id);
    },
  };
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
