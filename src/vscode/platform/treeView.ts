import * as vscode from 'vscode';
import { messageOf } from '../../core/util/errors.ts';
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
