import type { NetworkList, NetworkListDraft } from '../../consoleFile/resources.ts';
import { arrayAt, stringAt, toPlain } from '../../json/json.ts';
import { ExpectedError } from '../../util/errors.ts';
import type { Plain } from '../../util/plainRecord.ts';
import type { ConsoleRequests } from '../consoleRequests.ts';
import { operations } from '../operations.ts';
import { textAt, textsAt } from './plainMembers.ts';
import { unchangedEntry } from './unchangedEntry.ts';

/** Lists and edits the network lists of WAAS rules. */
export function networkLists(requests: ConsoleRequests) {
  const list = async (signal?: AbortSignal): Promise<readonly NetworkList[]> =>
    (await requests.list(operations['waas.networkList.list'], signal))
      .filter((record) => textAt(record, '_id') !== '')
      .map(networkListOf);

  return {
    list,

    async add({ id, description, subnets }: NetworkListDraft, signal?: AbortSignal): Promise<void> {
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
      await requests.add(operations['waas.networkList.add'], body, isAdded, signal);
    },

    /**
     * Keeps the fields that the draft lacks, with exact numbers. `shown` is the version that the user saw. When the
     * console has another one, nothing is written.
     */
    async update(
      { id, description, subnets }: NetworkListDraft,
      shown: NetworkListDraft,
      signal?: AbortSignal,
    ): Promise<void> {
      const records = await requests.lossless(operations['waas.networkList.list'], signal);
      const present = records.find((candidate) => stringAt(candidate, '_id') === id);
      const record = unchangedEntry(`network list ${id}`, 'edit', present, (candidate) => {
        const list = networkListOf(toPlain(candidate) as Plain);
        return list.description === shown.description && hasSubnets(list, shown.subnets);
      });
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
      await requests.write(operations['waas.networkList.update'], body, signal);
    },

    /** `shown` is the version that the user saw. When the console has another one, nothing is deleted. */
    async remove(shown: NetworkList, signal?: AbortSignal): Promise<void> {
      const present = (await list(signal)).find(({ id }) => id === shown.id);
      const isAsShown = (current: NetworkList): boolean =>
        current.description === shown.description &&
        current.disabled === shown.disabled &&
        current.notes === shown.notes &&
        current.modified === shown.modified &&
        hasSubnets(current, shown.subnets);
      unchangedEntry(`network list ${shown.id}`, 'delete', present, isAsShown);
      await requests.write({ ...operations['waas.networkList.delete'], name: shown.id }, undefined, signal);
    },
  };
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
