import * as vscode from 'vscode';
import type { ListName } from '../../core/consoleFile/lists.ts';
import type { ResourceRow } from '../../core/consoleFile/resources.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { ConsoleResources } from '../connection/consoleConnections.ts';
import { readWithProgress } from '../connection/readWithProgress.ts';
import { confirm, type Confirmation, confirmLoss, note, pick } from '../platform/dialogs.ts';
import { askToType } from '../platform/inputBoxes.ts';
import type { AskStep } from '../platform/multiStepInput.ts';
import { withProgress } from '../platform/progress.ts';
import type { TableAction, TableContent, TableRow } from '../table/tableContent.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { listLabels } from '../workspace/listLabels.ts';
import type { Target } from '../workspace/target.ts';
import type { FeatureServices } from '../featureServices.ts';
import { tableColumns, type ColumnOfList } from './tableColumns.ts';

type Question = Omit<Confirmation, 'verb'>;

/** One write of an entry: its question and its request. */
interface EntryWrite extends Question {
  readonly name: string;
  send(resources: ConsoleResources): Promise<void>;
}

/** A list of a console whose entries a person adds, edits and deletes. */
interface EditableList<T> {
  readonly list: ListName;
  /** The column of the table with the names of the entries. */
  readonly column: 'name' | 'scope';
  /** Words for one entry and for several, and the question for one of them. */
  words(): { readonly entry: string; readonly entries: string; readonly which: string };
  read(resources: ConsoleResources, signal: AbortSignal): Promise<readonly T[]>;
  readonly columns: readonly ColumnOfList[];
  /** The rows of an entry in the table. */
  rows(entry: T): readonly ResourceRow[];
  /** The entry among choices; its label is its name. */
  item(entry: T): vscode.QuickPickItem;
  /** Asks for a new entry; `wanted` is its name, where the name is known. */
  add(
    services: FeatureServices,
    console: ConsoleHandle,
    taken: readonly string[],
    wanted?: string,
  ): Promise<EntryWrite>;
  /** Asks for the changes of an entry. */
  edit?(console: ConsoleHandle, entry: T): Promise<EntryWrite>;
  /** Lines about the entries of a deletion; throws for an entry that cannot be deleted. */
  deletion(entries: readonly T[]): readonly string[];
  remove(resources: ConsoleResources, entry: T): Promise<void>;
  afterWrite?(services: FeatureServices, console: ConsoleHandle): Promise<unknown>;
}

/** The parts of a table that differ between lists. */
export interface ListTable extends Pick<TableContent, 'columns' | 'actions' | 'onOpen'> {
  readonly rows: (resources: ConsoleResources, signal: AbortSignal) => Promise<readonly ResourceRow[]>;
}

/** The commands of an editable list, and the same actions in its table. */
export class ListCommands<T> {
  readonly #list: EditableList<T>;

  constructor(list: EditableList<T>) {
    this.#list = list;
  }

  readonly add = async (services: FeatureServices, row?: unknown, wanted?: unknown): Promise<void> =>
    this.#add(
      services,
      await chooseReadyConsole(services, row),
      typeof wanted === 'string' ? wanted : undefined,
    );

  readonly edit = async (services: FeatureServices, row?: unknown): Promise<void> => {
    const console = await chooseReadyConsole(services, row);
    await this.#edit(services, console, await this.choose(services, console));
  };

  readonly delete = async (services: FeatureServices, row?: unknown): Promise<void> => {
    const console = await chooseReadyConsole(services, row);
    await this.#delete(services, console, [await this.choose(services, console)]);
  };

  /** Asks for an entry. */
  async choose(services: FeatureServices, console: ConsoleHandle): Promise<T> {
    const entries = await this.#read(services, console);
    const items = entries.map((entry) => ({ ...this.#list.item(entry), entry }));
    const options = { placeHolder: this.#list.words().which, matchOnDetail: true };
    return (await pick(items, options)).entry;
  }

  /** The table with its actions; an open row is edited. */
  table(
    services: FeatureServices,
    console: ConsoleHandle,
  ): ListTable & { readonly actions: readonly TableAction[] } {
    const chosen = async (rows: readonly TableRow[]): Promise<readonly T[]> => {
      const names = new Set(rows.map((row) => row[this.#list.column]));
      const entries = await this.#read(services, console);
      return entries.filter((entry) => names.has(this.#list.item(entry).label));
    };
    const edit = async (rows: readonly TableRow[]): Promise<void> => {
      const [entry] = await chosen(rows);
      await (entry && this.#edit(services, console, entry));
    };
    const { l10n } = vscode;
    const editing: TableAction = { label: l10n.t('Edit…'), on: 'row', run: edit };
    return {
      columns: tableColumns(this.#list.columns),
      rows: async (resources, signal) =>
        (await this.#list.read(resources, signal)).flatMap((entry) => this.#list.rows(entry)),
      actions: [
        { label: l10n.t('Add…'), on: 'table', run: () => this.#add(services, console) },
        ...(this.#list.edit ? [editing] : []),
        {
          label: l10n.t('Delete…'),
          on: 'rows',
          run: async (rows) => this.#delete(services, console, await chosen(rows)),
        },
      ],
      ...(this.#list.edit ? { onOpen: (row: TableRow) => edit([row]) } : {}),
    };
  }

  #read(services: FeatureServices, console: ConsoleHandle): Thenable<readonly T[]> {
    return readWithProgress(
      services.connections,
      console,
      this.#list.words().entries,
      ({ resources }, signal) => this.#list.read(resources, signal),
    );
  }

  async #add(services: FeatureServices, console: ConsoleHandle, wanted?: string): Promise<void> {
    const taken = (await this.#read(services, console)).map((entry) => this.#list.item(entry).label);
    const write = await this.#list.add(services, console, taken, wanted);
    await this.#write(services, console, write, vscode.l10n.t('Add'));
  }

  async #edit(services: FeatureServices, console: ConsoleHandle, entry: T): Promise<void> {
    const write = await this.#list.edit?.(console, entry);
    await (write && this.#write(services, console, write, vscode.l10n.t('Write')));
  }

  async #write(
    services: FeatureServices,
    console: ConsoleHandle,
    write: EntryWrite,
    verb: string,
  ): Promise<void> {
    await confirm({ ...write, verb });
    await confirmProtected(console);
    await send(services, console, write.name, (resources) => write.send(resources));
    await this.#readAgain(services, console);
  }

  /** Shows the list as it is now, in its table and elsewhere. */
  async #readAgain(services: FeatureServices, console: ConsoleHandle): Promise<void> {
    await this.#list.afterWrite?.(services, console);
    await services.tables.refresh(['list', console.id, this.#list.list]);
  }

  /** Asks once, with the names of all entries, before they are deleted. Enter alone shows the list. */
  async #delete(services: FeatureServices, console: ConsoleHandle, entries: readonly T[]): Promise<void> {
    const [first, ...more] = entries;
    if (first === undefined) {
      return;
    }
    const { entry, entries: all } = this.#list.words();
    const { name } = console.entry;
    const target: Target = { kind: 'list', consoleId: console.id, list: this.#list.list };
    await confirmLoss({
      message:
        more.length === 0
          ? vscode.l10n.t('Delete the {0} {1} of {2}?', entry, this.#list.item(first).label, name)
          : vscode.l10n.t('Delete {0} {1} of {2}?', entries.length, all, name),
      detail: this.#list.deletion(entries),
      first: {
        label: vscode.l10n.t('Show {0}', listLabels[this.#list.list].title()),
        run: () => vscode.commands.executeCommand('ordinance.list.show', target),
      },
      verb: vscode.l10n.t('Delete'),
      back: vscode.l10n.t('Keep'),
    });
    await confirmProtected(console);
    await this.#deleteEach(services, console, entries);
  }

  /** Goes on after a failure. Throws `partly-written` with the reason of each failure of several entries. */
  async #deleteEach(services: FeatureServices, console: ConsoleHandle, entries: readonly T[]): Promise<void> {
    const failures: string[] = [];
    for (const entry of entries) {
      const name = this.#list.item(entry).label;
      try {
        await send(services, console, name, (resources) => this.#list.remove(resources, entry));
      } catch (error) {
        if (entries.length === 1 || !isExpected(error)) {
          throw error;
        }
        failures.push(`${name}: ${error.message}`);
      }
    }
    await this.#readAgain(services, console);
    if (failures.length > 0) {
      const done = entries.length - failures.length;
      throw new ExpectedError(
        'partly-written',
        done === 0
          ? vscode.l10n.t('None of the {0} entries was deleted from {1}.', entries.length, console.entry.name)
          : vscode.l10n.t(
              '{0} of {1} entries were deleted from {2}.',
              done,
              entries.length,
              console.entry.name,
            ),
        { advice: vscode.l10n.t('Not deleted: {0}', failures.join('; ')) },
      );
    }
  }
}

export const askDescription: AskStep<{ description: string }> = async (input, draft) => {
  draft.description = await input.ask({
    prompt: vscode.l10n.t('Description (optional)'),
    value: draft.description,
  });
};

/** Shows the progress of a write. It cannot be canceled, because a sent request may still be applied. */
async function send(
  { connections }: FeatureServices,
  console: ConsoleHandle,
  name: string,
  write: (resources: ConsoleResources) => Promise<void>,
): Promise<void> {
  await withProgress(
    { title: vscode.l10n.t('{0}: writing to {1}', name, console.entry.name), location: 'notification' },
    async () => write(await connections.resources(console)),
  );
  note(vscode.l10n.t('{0}: written to {1}', name, console.entry.name));
}

/** For a protected console the person types its name. */
async function confirmProtected({ entry }: ConsoleHandle): Promise<void> {
  if (entry.protected) {
    await askToType(
      vscode.l10n.t('{0} is protected', entry.name),
      vscode.l10n.t('Type the name of the console to write to it.'),
      entry.name,
    );
  }
}
