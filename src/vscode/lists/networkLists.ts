import * as vscode from 'vscode';
import type { NetworkList, NetworkListDraft } from '../../core/consoles/resources.ts';
import { isSubnet, listChanges, readList } from '../../core/consoles/resourceText.ts';
import { pick } from '../platform/dialogs.ts';
import { multiStepInput, type Step } from '../platform/multiStepInput.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import { confirmDelete, confirmWrite, deletingEach, writing } from './writing.ts';
import type { ListServices } from './listServices.ts';
import { editActions, type RowActions } from './tableActions.ts';
import { reading } from '../connection/reading.ts';

type Draft = { -readonly [Key in keyof NetworkListDraft]: NetworkListDraft[Key] };

export async function addNetworkList(services: ListServices, row?: unknown): Promise<void> {
  await addTo(services, await chooseReadyConsole(services, row));
}

export async function editNetworkList(services: ListServices, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  await edit(services, console, await askFor(services, console));
}

export async function deleteNetworkList(services: ListServices, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  await remove(services, console, [await askFor(services, console)]);
}

/** These actions belong to the table of network lists. */
export function networkListActions(services: ListServices, console: ConsoleHandle): RowActions {
  return editActions<NetworkList>({
    read: () => read(services, console),
    nameOf: ({ id }) => id,
    add: () => addTo(services, console),
    edit: (list) => edit(services, console, list),
    remove: (lists) => remove(services, console, lists),
  });
}

function read(services: ListServices, console: ConsoleHandle): Thenable<readonly NetworkList[]> {
  return reading(services.connections, console, vscode.l10n.t('network lists'), (resources, signal) =>
    resources.networkLists.list(signal),
  );
}

async function askFor(services: ListServices, console: ConsoleHandle): Promise<NetworkList> {
  const lists = await read(services, console);
  const items = lists.map((list) => ({
    label: list.id,
    description: list.description,
    detail: list.subnets.join(', '),
    list,
  }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which network list?'), matchOnDetail: true })).list;
}

async function addTo(services: ListServices, console: ConsoleHandle): Promise<void> {
  const taken = (await read(services, console)).map(({ id }) => id);
  const name: Step<Draft> = async (input, draft) => {
    draft.id = await input.ask({
      prompt: vscode.l10n.t('Name of the network list, by which rules refer to it'),
      value: draft.id,
      validate: (text) =>
        text === '' || taken.includes(text) ? vscode.l10n.t('Type a name that is not in use.') : undefined,
    });
  };
  const draft = await multiStepInput<Draft>(
    vscode.l10n.t('Add Network List'),
    [name, askDescription, askSubnets],
    { id: '', description: '', subnets: [] },
  );
  await confirmWrite(console, {
    message: vscode.l10n.t('Add the network list {0} to {1}?', draft.id, console.entry.name),
    detail: [
      ...(draft.description === '' ? [] : [draft.description]),
      ...draft.subnets.map((subnet) => `+ ${subnet}`),
    ],
    verb: vscode.l10n.t('Add'),
  });
  await writing(services.connections, console, draft.id, (resources) => resources.networkLists.add(draft));
}

async function edit(services: ListServices, console: ConsoleHandle, list: NetworkList): Promise<void> {
  const { id, description, subnets } = list;
  const draft = await multiStepInput<Draft>(
    vscode.l10n.t('Edit Network List {0}', id),
    [askDescription, askSubnets],
    { id, description, subnets },
  );
  const { added, removed } = listChanges(subnets, draft.subnets);
  await confirmWrite(console, {
    message: vscode.l10n.t('Write the network list {0} to {1}?', id, console.entry.name),
    detail: [
      ...(description === draft.description ? [] : [`${description} → ${draft.description}`]),
      ...removed.map((subnet) => `− ${subnet}`),
      ...added.map((subnet) => `+ ${subnet}`),
      vscode.l10n.t('The console saves the list at once, and all rules that use it change with it.'),
    ],
    verb: vscode.l10n.t('Write'),
  });
  await writing(services.connections, console, id, (resources) => resources.networkLists.update(draft, list));
}

/** Asks once, naming all of them. */
async function remove(
  services: ListServices,
  console: ConsoleHandle,
  lists: readonly NetworkList[],
): Promise<void> {
  const [only, ...more] = lists;
  if (!only) {
    return;
  }
  const show = {
    label: vscode.l10n.t('Show Network Lists'),
    list: 'network-lists',
  } as const;
  await confirmDelete(console, show, {
    message:
      more.length === 0
        ? vscode.l10n.t('Delete the network list {0} of {1}?', only.id, console.entry.name)
        : vscode.l10n.t('Delete {0} network lists of {1}?', lists.length, console.entry.name),
    detail: [
      ...lists.map(({ id, subnets }) => `− ${id} (${subnets.join(', ')})`),
      vscode.l10n.t('WAAS rules that name them lose their subnets.'),
    ],
  });
  await deletingEach(
    services.connections,
    console,
    lists,
    ({ id }) => id,
    (resources, list) => resources.networkLists.remove(list),
  );
}

const askDescription: Step<Draft> = async (input, draft) => {
  draft.description = await input.ask({
    prompt: vscode.l10n.t('Description, may stay empty'),
    value: draft.description,
  });
};

const askSubnets: Step<Draft> = async (input, draft) => {
  const text = await input.ask({
    prompt: vscode.l10n.t('IPv4 addresses and networks, separated by commas'),
    value: draft.subnets.join(', '),
    placeholder: '192.0.2.0/24, 198.51.100.7',
    validate: (typed) => {
      const wrong = readList(typed).find((one) => !isSubnet(one));
      return wrong === undefined ? undefined : vscode.l10n.t('{0} is not an IPv4 address or network.', wrong);
    },
  });
  draft.subnets = readList(text);
};
