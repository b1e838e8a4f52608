import * as vscode from 'vscode';
import type { TableAction, TableContent, TableRow } from '../table/tableContent.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';

/** Reads the rows anew, into the same page, of the console as `ordinance.yaml` names it then. */
export function refreshAction(
  services: { readonly consoles: ConsoleRegistry },
  { id }: ConsoleHandle,
  showAgain: (console: ConsoleHandle) => Promise<void>,
): TableAction {
  return {
    label: vscode.l10n.t('Refresh'),
    on: 'table',
    run: async () => showAgain(consoleOf(services, { kind: 'console', consoleId: id })),
  };
}

/** An action of a list; one that writes is followed by reading the list again. */
export interface RowAction extends TableAction {
  readonly writes?: boolean;
}

export interface RowActions {
  readonly actions: readonly RowAction[];
  readonly onOpen?: NonNullable<TableContent['onOpen']>;
}

/** What a list is, whose entries are added, edited and deleted, and shown by name. */
interface Editable<T> {
  read(): Thenable<readonly T[]>;
  nameOf(entry: T): string;
  add(): Promise<void>;
  edit(entry: T): Promise<void>;
  remove(entries: readonly T[]): Promise<void>;
}

/** Its actions, and what a row does that is opened to be edited. */
export function editActions<T>(list: Editable<T>): Required<RowActions> {
  const chosen = async (rows: readonly TableRow[]): Promise<readonly T[]> => {
    const names = new Set(rows.map(({ name }) => name));
    return (await list.read()).filter((entry) => names.has(list.nameOf(entry)));
  };
  const edit = async (rows: readonly TableRow[]): Promise<void> => {
    const [entry] = await chosen(rows);
    await (entry && list.edit(entry));
  };
  return {
    onOpen: (row) => edit([row]),
    actions: [
      { label: vscode.l10n.t('Add…'), on: 'table', writes: true, run: () => list.add() },
      { label: vscode.l10n.t('Edit…'), on: 'row', writes: true, run: edit },
      {
        label: vscode.l10n.t('Delete…'),
        on: 'rows',
        writes: true,
        run: async (rows) => list.remove(await chosen(rows)),
      },
    ],
  };
}
