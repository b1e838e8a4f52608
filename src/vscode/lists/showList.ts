import * as vscode from 'vscode';
import { isPlainList, type ListName, listNames } from '../../core/consoleFile/lists.ts';
import type { Collection, ConsoleResources, ResourceRow } from '../../core/consoleFile/resources.ts';
import { resourceLists } from '../../core/policy/collections.ts';
import { isExpected } from '../../core/util/errors.ts';
import { pick } from '../platform/dialogs.ts';
import type { TableAction, TableContent } from '../table/tableContent.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { listLabels } from '../workspace/listLabels.ts';
import { targetOf } from '../workspace/target.ts';
import { baseImageActions } from './baseImages.ts';
import { collectionActions } from './collectionCommands.ts';
import type { RowActions } from './editableList.ts';
import type { ListServices } from './listServices.ts';
import { networkLists } from './networkLists.ts';
import { listColumns } from './tableColumns.ts';

/** Shows the list of the row; without a row, asks for the list. */
export async function showList(services: ListServices, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  const target = targetOf(row);
  const list = target?.kind === 'list' ? target.list : await askForList();
  await services.tables.open(['list', console.id, list]);
}

export function listTable(services: ListServices, console: ConsoleHandle, list: ListName): TableContent {
  const { actions, onOpen }: RowActions = actionsOf[list]?.(services, console) ?? { actions: [] };
  const again = (action: TableAction): TableAction => ({
    ...action,
    run: async (rows) => {
      await action.run(rows);
      await services.tables.open(['list', console.id, list]);
    },
  });
  return {
    title: `${listLabels[list].title()}: ${console.entry.name}`,
    columns: listColumns(list),
    async *rows(signal) {
      const rows = await listRows(list, await services.connections.resources(console), signal);
      yield { rows, total: rows.length };
    },
    actions: actions.map((action) => (action.writes ? again(action) : action)),
    ...(onOpen ? { onOpen } : {}),
  };
}

/** Lists that can be changed. */
const actionsOf: Readonly<
  Partial<Record<ListName, (services: ListServices, console: ConsoleHandle) => RowActions>>
> = {
  'network-lists': (services, console) => networkLists.actions(services, console),
  'base-images': baseImageActions,
  collections: collectionActions,
};

async function askForList(): Promise<ListName> {
  const items = listNames.map((list) => ({ label: listLabels[list].title(), list }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which list?') })).list;
}

/** Reads a list as rows of its table. */
async function listRows(
  list: ListName,
  resources: ConsoleResources,
  signal: AbortSignal,
): Promise<readonly ResourceRow[]> {
  if (isPlainList(list)) {
    return resources.lookups.rows(list, signal);
  }
  switch (list) {
    case 'base-images':
      return (await resources.baseImages.list(signal)).flatMap(({ id, description, images }) => {
        const scope = { scope: id, description };
        const rows = images.map(({ name, topLayer, created }) => ({
          ...scope,
          image: name,
          topLayer,
          created,
        }));
        return rows.length > 0 ? rows : [scope];
      });
    case 'network-lists':
      return (await resources.networkLists.list(signal)).map(({ id, subnets, ...more }) => ({
        ...more,
        name: id,
        count: subnets.length,
        subnets: subnets.join(', '),
      }));
    case 'collections':
      return collectionRows(resources, signal);
    case 'checks':
      return ((await resources.lookups.checks(signal)) ?? []).map(({ templates, ...check }) => ({
        ...check,
        templates: templates.join(', '),
      }));
  }
}

/** A role that may not see the scopes may still see the names. */
async function collectionRows(
  { collections }: ConsoleResources,
  signal: AbortSignal,
): Promise<readonly ResourceRow[]> {
  try {
    return (await collections.list(signal)).map(collectionRow);
  } catch (error) {
    if (isExpected(error) && error.code === 'forbidden') {
      return (await collections.mine(signal)).map((name) => ({ name }));
    }
    throw error;
  }
}

function collectionRow({ name, description, system, color, patterns }: Collection): ResourceRow {
  const scopes = resourceLists.map((key) => [key, (patterns[key] ?? ['*']).join(', ')] as const);
  return { name, description, system, color, ...Object.fromEntries(scopes) };
}
