import * as vscode from 'vscode';
import { changeColumns } from '../../core/consoleFile/lists.ts';
import {
  isSubnet,
  listChanges,
  type NetworkList,
  type NetworkListDraft,
  readList,
} from '../../core/consoleFile/resources.ts';
import { multiStepInput, type Step } from '../platform/multiStepInput.ts';
import { askDescription, descriptionLines, ListCommands } from './editableList.ts';

type Draft = { -readonly [Key in keyof NetworkListDraft]: NetworkListDraft[Key] };

export const networkLists = new ListCommands<NetworkList, NetworkListDraft>({
  list: 'network-lists',
  column: 'name',
  words: () => ({
    entry: vscode.l10n.t('network list'),
    entries: vscode.l10n.t('network lists'),
    which: vscode.l10n.t('Which network list?'),
  }),
  read: (resources, signal) => resources.networkLists.list(signal),
  columns: [
    'name',
    'description',
    { key: 'count', kind: 'number' },
    'subnets',
    { key: 'disabled', kind: 'boolean', hidden: true },
    ...changeColumns,
  ],
  rows: ({ id, subnets, ...more }) => [
    { ...more, name: id, count: subnets.length, subnets: subnets.join(', ') },
  ],
  nameOf: ({ id }) => id,
  item: ({ description, subnets }) => ({ description, detail: subnets.join(', ') }),
  ask: (entry, taken) =>
    multiStepInput<Draft>(
      entry ? vscode.l10n.t('Edit Network List {0}', entry.id) : vscode.l10n.t('Add Network List'),
      [...(entry ? [] : [askName(taken)]), askDescription, askSubnets],
      { id: '', description: '', subnets: [], ...entry },
    ),
  changes(draft, entry) {
    const { added, removed } = listChanges(entry?.subnets ?? [], draft.subnets);
    return [
      ...descriptionLines(draft, entry),
      ...removed.map((subnet) => `− ${subnet}`),
      ...added.map((subnet) => `+ ${subnet}`),
      ...(entry
        ? [vscode.l10n.t('The console saves the list at once, and all rules that use it change with it.')]
        : []),
    ];
  },
  add: (resources, draft) => resources.networkLists.add(draft),
  update: (resources, draft, entry) => resources.networkLists.update(draft, entry),
  deletion: (lists) => [
    ...lists.map(({ id, subnets }) => `− ${id} (${subnets.join(', ')})`),
    vscode.l10n.t('WAAS rules that use these lists lose their subnets.'),
  ],
  remove: (resources, list) => resources.networkLists.remove(list),
});

function askName(taken: readonly string[]): Step<Draft> {
  return async (input, draft) => {
    draft.id = await input.ask({
      prompt: vscode.l10n.t('Name of the network list, by which rules refer to it'),
      value: draft.id,
      validate: (text) =>
        text === '' || taken.includes(text) ? vscode.l10n.t('Type a name that is not in use.') : undefined,
    });
  };
}

const askSubnets: Step<Draft> = async (input, draft) => {
  const text = await input.ask({
    prompt: vscode.l10n.t('IPv4 addresses and networks, separated by commas'),
    value: draft.subnets.join(', '),
    placeholder: '192.0.2.0/24, 198.51.100.7',
    validate: (typed) => {
      const faulty = readList(typed).find((subnet) => !isSubnet(subnet));
      return faulty === undefined
        ? undefined
        : vscode.l10n.t('{0} is not an IPv4 address or network.', faulty);
    },
  });
  draft.subnets = readList(text);
};
