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
import { askDescription, ListCommands } from './editableList.ts';

type Draft = { -readonly [Key in keyof NetworkListDraft]: NetworkListDraft[Key] };

export const networkLists = new ListCommands<NetworkList>({
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
  item: ({ id, description, subnets }) => ({ label: id, description, detail: subnets.join(', ') }),
  async add(_services, { entry }, taken) {
    const askName: Step<Draft> = async (input, draft) => {
      draft.id = await input.ask({
        prompt: vscode.l10n.t('Name of the network list, by which rules refer to it'),
        value: draft.id,
        validate: (text) =>
          text === '' || taken.includes(text) ? vscode.l10n.t('Type a name that is not in use.') : undefined,
      });
    };
    const draft = await multiStepInput<Draft>(
      vscode.l10n.t('Add Network List'),
      [askName, askDescription, askSubnets],
      { id: '', description: '', subnets: [] },
    );
    return {
      name: draft.id,
      message: vscode.l10n.t('Add the network list {0} to {1}?', draft.id, entry.name),
      detail: [
        ...(draft.description === '' ? [] : [draft.description]),
        ...draft.subnets.map((subnet) => `+ ${subnet}`),
      ],
      send: (resources) => resources.networkLists.add(draft),
    };
  },
  async edit({ entry }, list) {
    const { id, description, subnets } = list;
    const draft = await multiStepInput<Draft>(
      vscode.l10n.t('Edit Network List {0}', id),
      [askDescription, askSubnets],
      { id, description, subnets },
    );
    const { added, removed } = listChanges(subnets, draft.subnets);
    return {
      name: id,
      message: vscode.l10n.t('Write the network list {0} to {1}?', id, entry.name),
      detail: [
        ...(description === draft.description ? [] : [`${description} → ${draft.description}`]),
        ...removed.map((subnet) => `− ${subnet}`),
        ...added.map((subnet) => `+ ${subnet}`),
        vscode.l10n.t('The console saves the list at once, and all rules that use it change with it.'),
      ],
      send: (resources) => resources.networkLists.update(draft, list),
    };
  },
  deletion: (lists) => [
    ...lists.map(({ id, subnets }) => `− ${id} (${subnets.join(', ')})`),
    vscode.l10n.t('WAAS rules that use these lists lose their subnets.'),
  ],
  remove: (resources, list) => resources.networkLists.remove(list),
});

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
