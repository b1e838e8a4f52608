import * as vscode from 'vscode';
import { ExpectedError, messageOf } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';

/** A view. The editor shows in a message why rows could not be made: a failure that quotes others is text there, too. */
export function treeView<T>(id: string, options: vscode.TreeViewOptions<T>): vscode.TreeView<T> {
  const treeDataProvider = new Proxy(options.treeDataProvider, {
    get: (provider, key) => {
      if (key === 'getChildren') {
        return (node?: T) => asText(() => provider.getChildren(node));
      }
      const member: unknown = Reflect.get(provider, key);
      return typeof member === 'function' ? (member.bind(provider) as unknown) : member;
    },
  });
  return vscode.window.createTreeView(id, { ...options, treeDataProvider });
}

/**
 * The rows that a person selected in a view. While the editor draws rows anew it knows neither them nor the focus: then a key is about
 * the rows that were selected last, and about none where another row was selected meanwhile.
 */
export class SelectedRows<T extends { readonly id: string }> {
  readonly #view: Pick<vscode.TreeView<T>, 'selection' | 'onDidChangeSelection'>;
  #rows: readonly T[];

  constructor(view: Pick<vscode.TreeView<T>, 'selection' | 'onDidChangeSelection'>) {
    this.#view = view;
    this.#rows = view.selection;
    view.onDidChangeSelection(({ selection }) => {
      this.#rows = selection;
    });
  }

  /**
   * The rows that a key of the view acts on: the row with the focus, or the whole selection when the row is part of it, as in the
   * Explorer. The editor passes the focused row to the command.
   */
  at(key: unknown): readonly T[] {
    const { focused } = key as { readonly focused?: T | null };
    const { selection } = this.#view;
    const isAlone = focused && !selection.some(({ id }) => id === focused.id);
    const rows = isAlone ? [focused] : focused ? selection : this.#rows;
    if (rows.length === 0) {
      throw new ExpectedError('no-focused-row', vscode.l10n.t('No row of the view was selected.'), {
        advice: vscode.l10n.t('Select a row, then try again.'),
      });
    }
    return rows;
  }
}

/** Sets the message above the rows of a view, or instead of them. */
export function setMessage(
  view: Pick<vscode.TreeView<unknown>, 'message'>,
  message: string | undefined,
): void {
  view.message = message === undefined ? undefined : inertLine(message);
}

async function asText<T>(work: () => T | Thenable<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(inertLine(messageOf(error)), { cause: error });
  }
}
