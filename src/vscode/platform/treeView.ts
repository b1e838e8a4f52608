import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';

/** A view. VS Code shows a failure of the rows in a message, so the failure has inert text. */
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

/** The number of attempts to find the focused row: more than the levels of a tree that is drawn as a whole. */
const MAX_ASKS = 100;

/**
 * Finds the rows for a key of a view: the focused row, or the whole selection when the focused row is part of
 * it, as in the Explorer. VS Code passes the focused row to the command, but none during a redraw. The window
 * always knows its focus, so Ordinance asks again until VS Code passes the row. An earlier selection never
 * replaces the focus.
 */
export class KeyRows<T extends { readonly id: string }> extends DisposableOwner {
  readonly #view: Pick<vscode.TreeView<T>, 'selection'>;
  /** The window calls this command and fills in the row. */
  readonly #ask: { readonly command: string; readonly args: readonly unknown[] };
  #answer: T | undefined;

  constructor(viewId: string, view: Pick<vscode.TreeView<T>, 'selection'>) {
    super();
    this.#view = view;
    this.#ask = { command: `_${viewId}.focusedRow`, args: [{ $treeViewId: viewId, $focusedTreeItem: true }] };
    this.disposables.add(
      vscode.commands.registerCommand(this.#ask.command, (row: T | null) => {
        this.#answer = row ?? undefined;
      }),
    );
  }

  /** The rows for the argument of a key. Empty when no row has the focus. */
  async at(key: unknown): Promise<readonly T[]> {
    let row = (key as { readonly focused?: T | null }).focused ?? undefined;
    for (let asks = 0; !row && asks < MAX_ASKS; asks++) {
      await vscode.commands.executeCommand('runCommands', { commands: [this.#ask] });
      row = this.#answer;
    }
    const { selection } = this.#view;
    return row && !selection.some(({ id }) => id === row.id) ? [row] : row ? selection : [];
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
