import * as vscode from 'vscode';
import { resourceLists } from '../../core/policy/collections.ts';
import {
  type Collection,
  type CollectionDraft,
  isCollectionName,
  readList,
} from '../../core/consoleFile/resources.ts';
import { pickMany } from '../platform/dialogs.ts';
import { askText } from '../platform/inputBoxes.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { TableAction, TableRow } from '../table/tableContent.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import { ListCommands, type ListTable } from './editableList.ts';
import type { FeatureServices } from '../featureServices.ts';
import { columnTitles } from '../../core/consoleFile/lists.ts';

export const collections = new ListCommands<Collection, CollectionDraft>({
  list: 'collections',
  column: 'name',
  words: () => ({
    entry: vscode.l10n.t('collection'),
    entries: vscode.l10n.t('collections'),
    which: vscode.l10n.t('Which collection?'),
  }),
  read: (resources, signal) => resources.collections.list(signal),
  columns: [
    'name',
    'description',
    { key: 'builtIn', kind: 'boolean' },
    'images',
    'hosts',
    'labels',
    'containers',
    'namespaces',
    'clusters',
    'functions',
    { key: 'appIDs', hidden: true },
    { key: 'accountIDs', hidden: true },
    { key: 'color', hidden: true },
  ],
  rows({ name, description, system, color, patterns }) {
    const scopes = resourceLists.map((list) => [list, (patterns[list] ?? ['*']).join(', ')] as const);
    return [{ name, description, builtIn: system, color, ...Object.fromEntries(scopes) }];
  },
  nameOf: ({ name }) => name,
  item: ({ description, patterns }) => ({ description, detail: scopeText(patterns) }),
  async ask(entry, taken, newName = '') {
    if (entry) {
      refuseBuiltIn(entry);
      return askForScope(entry);
    }
    const name = isCollectionName(newName)
      ? newName
      : await askText({
          prompt: vscode.l10n.t('Name of the collection'),
          ignoreFocusOut: true,
          validate: (text) => {
            if (taken.includes(text)) {
              return vscode.l10n.t('This collection is already listed.');
            }
            return isCollectionName(text)
              ? undefined
              : vscode.l10n.t('Letters, digits, _, - and : are allowed.');
          },
        });
    return askForScope({ name, description: '', patterns: {} });
  },
  changes: (draft, entry) =>
    entry
      ? [
          `− ${scopeText(entry.patterns)}`,
          `+ ${scopeText(draft.patterns)}`,
          vscode.l10n.t('Every rule that uses this collection gets the new scope at once.'),
        ]
      : [scopeText(draft.patterns)],
  add: (resources, draft) => resources.collections.add(draft),
  update: (resources, draft, entry) => resources.collections.update(draft, entry),
  deletion(all) {
    all.forEach(refuseBuiltIn);
    return [
      ...all.map(({ name, patterns }) => `− ${name} (${scopeText(patterns)})`),
      vscode.l10n.t('The console refuses the deletion of an item in use.'),
    ];
  },
  remove: (resources, collection) => resources.collections.remove(collection),
  afterWrite: (services, console) => services.lookups.read(console),
});

/** The command asks for a collection and shows its uses. */
export async function showUses(services: FeatureServices, row?: unknown, name?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  const chosen = typeof name === 'string' ? name : (await collections.choose(services, console)).name;
  await services.tables.open(['uses', console.id, chosen]);
}

/** The table of collections. An open row shows the uses of the collection. */
export function collectionTable(services: FeatureServices, console: ConsoleHandle): ListTable {
  const table = collections.table(services, console);
  const showUsesOf = (row: TableRow): Promise<void> =>
    services.tables.open(['uses', console.id, String(row['name'])]);
  const uses: TableAction = {
    label: vscode.l10n.t('Show Uses'),
    on: 'row',
    run: ([row]) => row && showUsesOf(row),
  };
  return {
    ...table,
    async rows(resources, signal) {
      try {
        return await table.rows(resources, signal);
      } catch (error) {
        if (isExpected(error) && error.code === 'forbidden') {
          // A role that may not see the scopes may still see the names.
          return (await resources.collections.mine(signal)).map((name) => ({ name }));
        }
        throw error;
      }
    },
    actions: [uses, ...table.actions],
    onOpen: showUsesOf,
  };
}

function refuseBuiltIn({ name, system }: Collection): void {
  if (system) {
    throw new ExpectedError('built-in', vscode.l10n.t('{0} is built in and cannot be changed.', name));
  }
}

/** The questions cover the description, the lists that constrain, and the patterns of each list. */
async function askForScope({ name, description, patterns }: CollectionDraft): Promise<CollectionDraft> {
  const words = await askText({
    prompt: vscode.l10n.t('Description (optional)'),
    value: description,
    ignoreFocusOut: true,
  });
  const isOpen = (list: string): boolean => (patterns[list] ?? ['*']).join() === '*';
  const chosen = await pickMany(
    resourceLists.map((list) => ({ label: columnTitles[list](), list, picked: !isOpen(list) })),
    { ignoreFocusOut: true, placeHolder: vscode.l10n.t('Filter by which field?') },
  );
  const next: Record<string, readonly string[]> = Object.fromEntries(
    resourceLists.map((list) => [list, ['*']]),
  );
  for (const { list, label } of chosen) {
    const typed = await askText({
      prompt: vscode.l10n.t('{0}: patterns separated by commas; * at either end, - in front excludes', label),
      value: isOpen(list) ? '' : (patterns[list] ?? []).join(', '),
      ignoreFocusOut: true,
    });
    const values = readList(typed);
    next[list] = values.length > 0 ? values : ['*'];
  }
  return { name, description: words, patterns: next };
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
