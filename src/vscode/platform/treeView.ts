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
 * Finds the rows that a key of the view acts on: the row with the focus, or the whole selection when the row is part of it, as in the
 * Explorer. The editor passes the focused row to the command. While it draws rows anew it knows neither focus nor selection. Then the
 * key means the rows that were selected last, and is refused where another row was selected meanwhile.
 */
export function rowsAtKeys<T extends { readonly id: string }>(
  view: Pick<vscode.TreeView<T>, 'selection' | 'onDidChangeSelection'>,
): (key: unknown) => readonly T[] {
  let selected = view.selection;
  view.onDidChangeSelection(({ selection }) => {
    selected = selection;
  });
  return (key) => {
    const { focused } = key as { readonly focused?: T | null };
    const isAlone = focused && !view.selection.some(({ id }) => id === focused.id);
    const rows = isAlone ? [focused] : focused ? view.selection : selected;
    if (rows.length === 0) {
      throw new ExpectedError('no-focused-row', vscode.l10n.t('Could not find out which row was meant.'), {
        advice: vscode.l10n.t('Select a row, then try again.'),
      });
    }
    return rows;
  };
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
