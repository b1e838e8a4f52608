import * as vscode from 'vscode';
import { listNames, type ListName } from '../../core/consoles/lists.ts';
import { pick } from '../platform/dialogs.ts';
import { listLooks } from '../workspace/listLooks.ts';
import type { TableAction, TableContent } from '../table/tableContent.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { targetOf } from '../workspace/target.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import { baseImageActions } from './baseImages.ts';
import { collectionActions } from './collections.ts';
import { listRows } from './listRows.ts';
import { networkListActions } from './networkLists.ts';
import { listColumns } from './tableColumns.ts';
import type { ListServices } from './listServices.ts';
import { refreshAction } from './refreshAction.ts';
import type { RowActions } from './rowActions.ts';

/** Shows the list of the row; without a row, asks for the list. */
export async function showList(services: ListServices, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  const target = targetOf(row);
  const list = target?.kind === 'list' ? target.list : await askForList();
  await showListOf(services, console, list);
}

async function showListOf(services: ListServices, console: ConsoleHandle, list: ListName): Promise<void> {
  const { actions, onOpen }: RowActions = actionsOf[list]?.(services, console) ?? { actions: [] };
  const again = (action: TableAction): TableAction => ({
    ...action,
    run: async (rows) => {
      await action.run(rows);
      await showListOf(services, console, list);
    },
  });
  const content: TableContent = {
    name: ['list', console.id, list],
    title: `${listLooks[list].title()}: ${console.entry.name}`,
    columns: listColumns(list),
    async *rows(signal) {
      const rows = await listRows(list, await services.connections.resources(console), signal);
      yield { rows, total: rows.length };
    },
    actions: [
      ...actions.map((action) => (action.writes ? again(action) : action)),
      refreshAction(services, console, (now) => showListOf(services, now, list)),
    ],
    ...(onOpen ? { onOpen } : {}),
  };
  await services.tables.show(content);
}

/** Lists that can be changed. */
const actionsOf: Readonly<
  Partial<Record<ListName, (services: ListServices, console: ConsoleHandle) => RowActions>>
> = {
  'network-lists': networkListActions,
  'base-images': baseImageActions,
  collections: collectionActions,
};

async function askForList(): Promise<ListName> {
  const items = listNames.map((list) => ({ label: listLooks[list].title(), list }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which list?') })).list;
}
