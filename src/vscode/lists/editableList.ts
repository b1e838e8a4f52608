import * as vscode from 'vscode';
import {
  columnTitles,
  type ColumnKey,
  type ListColumn,
  type ListName,
} from '../../core/consoleFile/lists.ts';
import { severityOrder } from '../../core/posture/setting.ts';
import type { ResourceRow } from '../../core/consoleFile/resources.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { ConsoleResources } from '../connection/consoleConnections.ts';
import { confirmLoss, note, pick, type Action } from '../platform/dialogs.ts';
import { askToType } from '../platform/inputBoxes.ts';
import type { AskStep } from '../platform/multiStepInput.ts';
import { withProgress } from '../platform/progress.ts';
import type { TableAction, TableContent, TableRow, TableColumn } from '../table/tableContent.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Target } from '../workspace/target.ts';
import type { FeatureServices } from '../featureServices.ts';

/** A list of a console whose entries a person adds, edits and deletes. A draft has the fields that the person types. */
interface EditableList<T extends Draft, Draft> {
  readonly list: ListName;
  /** The column of the table with the names of the entries. */
  readonly column: 'name' | 'scope';
  /** Words for one entry and for several, and the question for one of them. */
  words(): { readonly entry: string; readonly entries: string; readonly which: string };
  read(resources: ConsoleResources, signal: AbortSignal): Promise<readonly T[]>;
  readonly columns: readonly ColumnOfList[];
  /** The rows of an entry in the table. */
  rows(entry: T): readonly ResourceRow[];
  nameOf(draft: Draft): string;
  /** The entry among choices, below its name. */
  item(entry: T): Omit<vscode.QuickPickItem, 'label'>;
  /**
   * Asks for the fields of a new entry, or for other fields of an entry. `taken` are the names of all entries. `newName` is the name of
   * a new entry, where the name is known. Throws for an entry that cannot be edited.
   */
  ask(entry: T | undefined, taken: readonly string[], newName?: string): Promise<Draft>;
  /** Lines about a new entry, or about the changes of an entry. */
  changes(draft: Draft, entry: T | undefined): readonly string[];
  add(resources: ConsoleResources, draft: Draft): Promise<void>;
  /** Absent for a list whose entries cannot be edited. */
  update?(resources: ConsoleResources, draft: Draft, entry: T): Promise<void>;
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
export class ListCommands<T extends Draft, Draft = T> {
  readonly #list: EditableList<T, Draft>;

  constructor(list: EditableList<T, Draft>) {
    this.#list = list;
  }

  readonly add = async (services: FeatureServices, row?: unknown, newName?: unknown): Promise<void> =>
    this.#write(
      services,
      await chooseReadyConsole(services, row),
      undefined,
      typeof newName === 'string' ? newName : undefined,
    );

  readonly edit = async (services: FeatureServices, row?: unknown): Promise<void> => {
    const console = await chooseReadyConsole(services, row);
    await this.#write(services, console, await this.choose(services, console));
  };

  readonly delete = async (services: FeatureServices, row?: unknown): Promise<void> => {
    const console = await chooseReadyConsole(services, row);
    await this.#delete(services, console, [await this.choose(services, console)]);
  };

  /** Asks for an entry. */
  async choose(services: FeatureServices, console: ConsoleHandle): Promise<T> {
    const entries = await this.#read(services, console);
    const items = entries.map((entry) => ({
      label: this.#list.nameOf(entry),
      ...this.#list.item(entry),
      entry,
    }));
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
      return entries.filter((entry) => names.has(this.#list.nameOf(entry)));
    };
    const edit = async (rows: readonly TableRow[]): Promise<void> => {
      const [entry] = await chosen(rows);
      await (entry && this.#write(services, console, entry));
    };
    const { l10n } = vscode;
    const editing: TableAction = { label: l10n.t('Edit…'), on: 'row', run: edit };
    return {
      columns: tableColumns(this.#list.columns),
      rows: async (resources, signal) =>
        (await this.#list.read(resources, signal)).flatMap((entry) => this.#list.rows(entry)),
      actions: [
        { label: l10n.t('Add…'), on: 'table', run: () => this.#write(services, console) },
        ...(this.#list.update ? [editing] : []),
        {
          label: l10n.t('Delete…'),
          on: 'rows',
          run: async (rows) => this.#delete(services, console, await chosen(rows)),
        },
      ],
      ...(this.#list.update ? { onOpen: (row: TableRow) => edit([row]) } : {}),
    };
  }

  #read(services: FeatureServices, console: ConsoleHandle): Thenable<readonly T[]> {
    return services.connections.read(console, this.#list.words().entries, ({ resources }, signal) =>
      this.#list.read(resources, signal),
    );
  }

  /** Writes an entry with other fields; without an entry, adds one. */
  async #write(
    services: FeatureServices,
    console: ConsoleHandle,
    entry?: T,
    newName?: string,
  ): Promise<void> {
    const { l10n } = vscode;
    const list = this.#list;
    const { entry: word } = list.words();
    const { name } = console.entry;
    const taken = entry ? [] : (await this.#read(services, console)).map((other) => list.nameOf(other));
    if (newName !== undefined && taken.includes(newName)) {
      // Someone else added the entry, so the knowledge of the console is read again.
      await this.#readAgain(services, console);
      throw new ExpectedError('entry-there', l10n.t('The {0} {1} exists now.', word, newName));
    }
    const draft = await list.ask(entry, taken, newName);
    await confirmLoss({
      message: entry
        ? l10n.t('Write the {0} {1} to {2}?', word, list.nameOf(draft), name)
        : l10n.t('Add the {0} {1} to {2}?', word, list.nameOf(draft), name),
      detail: list.changes(draft, entry),
      first: this.#showList(console),
      verb: entry ? l10n.t('Write') : l10n.t('Add'),
      back: l10n.t('Cancel'),
    });
    await confirmProtected(console);
    await send(services, console, list.nameOf(draft), async (resources) =>
      entry ? list.update?.(resources, draft, entry) : list.add(resources, draft),
    );
    await this.#readAgain(services, console);
  }

  /** Shows the list as it is now, in its table and elsewhere. */
  async #readAgain(services: FeatureServices, console: ConsoleHandle): Promise<void> {
    await this.#list.afterWrite?.(services, console);
    await services.tables.refresh(['list', console.id, this.#list.list]);
  }

  /** Asks once, with the names of all entries, before they are deleted. */
  async #delete(services: FeatureServices, console: ConsoleHandle, entries: readonly T[]): Promise<void> {
    const [first, ...more] = entries;
    if (first === undefined) {
      return;
    }
    const { entry, entries: all } = this.#list.words();
    const { name } = console.entry;
    await confirmLoss({
      message:
        more.length === 0
          ? vscode.l10n.t('Delete the {0} {1} of {2}?', entry, this.#list.nameOf(first), name)
          : vscode.l10n.t('Delete {0} {1} of {2}?', entries.length, all, name),
      detail: this.#list.deletion(entries),
      first: this.#showList(console),
      verb: vscode.l10n.t('Delete'),
      back: vscode.l10n.t('Keep'),
    });
    await confirmProtected(console);
    await this.#deleteEach(services, console, entries);
  }

  /** The harmless answer to a question about a write, which has no undo. */
  #showList({ id }: ConsoleHandle): Action {
    const target: Target = { kind: 'list', consoleId: id, list: this.#list.list };
    return {
      label: vscode.l10n.t('Show List'),
      run: () => vscode.commands.executeCommand('ordinance.list.show', target),
    };
  }

  /** Goes on after a failure. Throws `partly-written` with the reason of each failure of several entries. */
  async #deleteEach(services: FeatureServices, console: ConsoleHandle, entries: readonly T[]): Promise<void> {
    const failures: string[] = [];
    for (const entry of entries) {
      const name = this.#list.nameOf(entry);
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

/** The line about the description of a draft, where there is something to say. */
export function descriptionLines(
  { description }: { readonly description: string },
  entry?: { readonly description: string },
): readonly string[] {
  const before = entry?.description ?? '';
  return description === before ? [] : [entry ? `${before} → ${description}` : description];
}

/** Shows the progress of a write. It cannot be canceled, because a sent request may still be applied. */
async function send(
  { connections }: FeatureServices,
  console: ConsoleHandle,
  name: string,
  write: (resources: ConsoleResources) => Promise<unknown>,
): Promise<void> {
  await withProgress(
    { title: vscode.l10n.t('{0}: writing to {1}', name, console.entry.name), cancellable: false },
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

/** A key alone is a column of texts. */
type ColumnOfList = ColumnKey | Omit<ListColumn, 'member' | 'of'>;

/** The columns of a table, with the titles of their keys. */
export function tableColumns(columns: readonly ColumnOfList[]): readonly TableColumn[] {
  return columns.map((column) => {
    const { key, kind, hidden } = typeof column === 'string' ? { key: column } : column;
    return {
      key,
      title: columnTitles[key](),
      ...(kind ? { kind } : {}),
      ...(hidden ? { hidden } : {}),
      ...(key === 'severity' ? { order: severityOrder } : {}),
    };
  });
}
