import * as vscode from 'vscode';
import {
  isPlainList,
  listNames,
  plainLists,
  type ListName,
  type PlainListName,
} from '../../core/consoleFile/lists.ts';
import { pick } from '../platform/dialogs.ts';
import type { TableContent } from '../table/tableContent.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { listLabels } from '../workspace/listLabels.ts';
import { targetOf } from '../workspace/target.ts';
import { baseImageTable } from './baseImages.ts';
import { collectionTable } from './collectionCommands.ts';
import type { ListTable } from './editableList.ts';
import type { ListServices } from './listServices.ts';
import { networkLists } from './networkLists.ts';
import { column } from './tableColumns.ts';

/** Shows the list of the row; without a row, asks for the list. */
export async function showList(services: ListServices, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  const target = targetOf(row);
  const list = target?.kind === 'list' ? target.list : await askForList();
  await services.tables.open(['list', console.id, list]);
}

async function askForList(): Promise<ListName> {
  const items = listNames.map((list) => ({ label: listLabels[list].title(), list }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which list?') })).list;
}

export function listTable(services: ListServices, console: ConsoleHandle, list: ListName): TableContent {
  const { rows: read, ...table } = isPlainList(list) ? plainTable(list) : tables[list](services, console);
  return {
    ...table,
    title: `${listLabels[list].title()}: ${console.entry.name}`,
    async *rows(signal) {
      const rows = await read(await services.connections.resources(console), signal);
      yield { rows, total: rows.length };
    },
  };
}

const tables: Readonly<
  Record<Exclude<ListName, PlainListName>, (services: ListServices, console: ConsoleHandle) => ListTable>
> = {
  'network-lists': (services, console) => networkLists.table(services, console),
  'base-images': baseImageTable,
  collections: collectionTable,
  checks: () => ({
    columns: [
      column('id', 'number'),
      column('title'),
      column('severity'),
      column('type'),
      column('templates'),
      column('description', 'text', true),
    ],
    rows: async ({ lookups }, signal) =>
      ((await lookups.checks(signal)) ?? []).map(({ templates, ...check }) => ({
        ...check,
        templates: templates.join(', '),
      })),
  }),
};

/** A list that is only read. */
function plainTable(list: PlainListName): ListTable {
  return {
    columns: plainLists[list].columns.map(({ key, kind, hidden }) => column(key, kind, hidden)),
    rows: ({ lookups }, signal) => lookups.rows(list, signal),
  };
}
