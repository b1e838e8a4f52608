import * as vscode from 'vscode';
import type { TableAction, TableContent, TableRow } from '../table/tableContent.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';

/** The action reads the rows again into the same page, from the console as `ordinance.yaml` now names it. */
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

/** An editable list has entries that are added, edited, deleted and shown by name. */
interface Editable<T> {
  read(): Thenable<readonly T[]>;
  nameOf(entry: T): string;
  add(): Promise<void>;
  edit(entry: T): Promise<void>;
  remove(entries: readonly T[]): Promise<void>;
}

/** The result has the actions of the list, and the edit that opening a row starts. */
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
