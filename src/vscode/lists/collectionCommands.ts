import * as vscode from 'vscode';
import { resourceLists } from '../../core/policy/collections.ts';
import type { Collection, CollectionDraft } from '../../core/consoles/resources.ts';
import { isCollectionName, readList } from '../../core/consoles/resourceText.ts';
import { askText, pick, pickMany } from '../platform/dialogs.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { TableRow } from '../table/tableContent.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import { showCollectionUses } from './collectionUses.ts';
import { confirmDelete, confirmWrite, deletingEach, writing } from './writing.ts';
import type { ListServices } from './listServices.ts';
import { editActions, type RowActions } from './tableActions.ts';
import { columnTitles } from '../../core/consoles/lists.ts';
import { reading } from '../connection/reading.ts';

export async function addCollection(services: ListServices, row?: unknown): Promise<void> {
  await addTo(services, await chooseReadyConsole(services, row));
}

/** Makes a collection that something names already. */
export async function createCollection(services: ListServices, row?: unknown, name?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  await addTo(services, console, typeof name === 'string' && isCollectionName(name) ? name : undefined);
}

export async function editCollection(services: ListServices, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  await edit(services, console, await askFor(services, console));
}

export async function deleteCollection(services: ListServices, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  await remove(services, console, [await askFor(services, console)]);
}

/** The command asks for a collection and shows its uses. */
export async function showUses(services: ListServices, row?: unknown, name?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  await showCollectionUses(
    services,
    console,
    typeof name === 'string' ? name : (await askFor(services, console)).name,
  );
}

/** These actions belong to the table of collections. */
export function collectionActions(services: ListServices, console: ConsoleHandle): RowActions {
  const showUsesOf = (row: TableRow): Promise<void> =>
    showCollectionUses(services, console, String(row['name']));
  const { actions } = editActions<Collection>({
    read: () => read(services, console),
    nameOf: ({ name }) => name,
    add: () => addTo(services, console),
    edit: (collection) => edit(services, console, collection),
    remove: (collections) => remove(services, console, collections),
  });
  return {
    onOpen: showUsesOf,
    actions: [
      { label: vscode.l10n.t('Show Uses'), on: 'row', run: ([row]) => row && showUsesOf(row) },
      ...actions,
    ],
  };
}

function read(services: ListServices, console: ConsoleHandle): Thenable<readonly Collection[]> {
  return reading(services.connections, console, vscode.l10n.t('collections'), (resources, signal) =>
    resources.collections.list(signal),
  );
}

async function askFor(services: ListServices, console: ConsoleHandle): Promise<Collection> {
  const items = (await read(services, console)).map((collection) => ({
    label: collection.name,
    description: collection.description,
    detail: scopeText(collection.patterns),
    collection,
  }));
  const options = { placeHolder: vscode.l10n.t('Which collection?'), matchOnDetail: true };
  return (await pick(items, options)).collection;
}

async function addTo(services: ListServices, console: ConsoleHandle, wanted = ''): Promise<void> {
  const taken = (await read(services, console)).map(({ name }) => name);
  if (wanted !== '' && taken.includes(wanted)) {
    // Someone else created the collection, so the knowledge of the console is read again.
    await services.lookups.read(console);
    throw new ExpectedError('collection-there', vscode.l10n.t('The collection {0} exists now.', wanted));
  }
  const problem = (text: string): string | undefined => {
    if (taken.includes(text)) {
      return vscode.l10n.t('This collection is already listed.');
    }
    return isCollectionName(text) ? undefined : vscode.l10n.t('Letters, digits, _, - and : are allowed.');
  };
  const name = wanted || (await ask(vscode.l10n.t('Name of the collection'), '', problem));
  const draft = await askForScope({ name, description: '', patterns: {} });
  await confirmWrite(console, {
    message: vscode.l10n.t('Add the collection {0} to {1}?', name, console.entry.name),
    detail: [scopeText(draft.patterns)],
    verb: vscode.l10n.t('Add'),
  });
  await writing(services.connections, console, name, (resources) => resources.collections.add(draft));
  await services.lookups.read(console);
}

async function edit(services: ListServices, console: ConsoleHandle, collection: Collection): Promise<void> {
  refuseBuiltIn(collection);
  const draft = await askForScope(collection);
  await confirmWrite(console, {
    message: vscode.l10n.t('Write the collection {0} to {1}?', collection.name, console.entry.name),
    detail: [
      `− ${scopeText(collection.patterns)}`,
      `+ ${scopeText(draft.patterns)}`,
      vscode.l10n.t('All rules that use it take the new scope at once.'),
    ],
    verb: vscode.l10n.t('Write'),
  });
  await writing(services.connections, console, collection.name, (resources) =>
    resources.collections.update(draft, collection),
  );
  await services.lookups.read(console);
}

/** Asks once, naming all of them. */
async function remove(
  services: ListServices,
  console: ConsoleHandle,
  collections: readonly Collection[],
): Promise<void> {
  collections.forEach(refuseBuiltIn);
  const names = collections.map(({ name }) => name);
  const [only, ...more] = names;
  if (only === undefined) {
    return;
  }
  const show = { label: vscode.l10n.t('Show Collections'), list: 'collections' } as const;
  await confirmDelete(console, show, {
    message:
      more.length === 0
        ? vscode.l10n.t('Delete the collection {0} of {1}?', only, console.entry.name)
        : vscode.l10n.t('Delete {0} collections of {1}?', names.length, console.entry.name),
    detail: [
      ...collections.map(({ name, patterns }) => `− ${name} (${scopeText(patterns)})`),
      vscode.l10n.t('The console refuses the deletion of an item in use.'),
    ],
  });
  await deletingEach(
    services.connections,
    console,
    collections,
    ({ name }) => name,
    (resources, collection) => resources.collections.remove(collection),
  );
  await services.lookups.read(console);
}

function refuseBuiltIn({ name, system }: Collection): void {
  if (system) {
    throw new ExpectedError('built-in', vscode.l10n.t('{0} is built in and cannot be changed.', name));
  }
}

/** The questions cover the description, the lists that constrain, and the patterns of each list. */
async function askForScope({ name, description, patterns }: CollectionDraft): Promise<CollectionDraft> {
  const words = await ask(vscode.l10n.t('Description, may stay empty'), description);
  const isOpen = (list: string): boolean => (patterns[list] ?? ['*']).join() === '*';
  const chosen = await pickMany(
    resourceLists.map((list) => ({ label: columnTitles[list](), list, picked: !isOpen(list) })),
    { ignoreFocusOut: true, placeHolder: vscode.l10n.t('Which field does it filter?') },
  );
  const next: Record<string, readonly string[]> = Object.fromEntries(
    resourceLists.map((list) => [list, ['*']]),
  );
  for (const { list, label } of chosen) {
    const typed = await ask(
      vscode.l10n.t('{0}: patterns separated by commas; * at either end, - in front excludes', label),
      isOpen(list) ? '' : (patterns[list] ?? []).join(', '),
    );
    const values = readList(typed);
    next[list] = values.length > 0 ? values : ['*'];
  }
  return { name, description: words, patterns: next };
}

async function ask(
  prompt: string,
  value: string,
  validate: (text: string) => string | undefined = () => undefined,
): Promise<string> {
  const typed = await askText({
    prompt,
    value,
    ignoreFocusOut: true,
    validate: (text) => validate(text.trim()),
  });
  return typed.trim();
}

/** The lists that constrain, on one line. */
function scopeText(patterns: Collection['patterns']): string {
  const parts = resourceLists.flatMap((list) => {
    const values = patterns[list] ?? ['*'];
    return values.length === 0 || values.join() === '*'
      ? []
      : [`${columnTitles[list]()}: ${values.join(', ')}`];
  });
  return parts.length > 0 ? parts.join('; ') : vscode.l10n.t('everything');
}
