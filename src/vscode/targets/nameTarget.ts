import * as vscode from 'vscode';
import { pick } from '../platform/dialogs.ts';
import type { PolicyRows } from './targets.ts';

/** Something a command from the palette may have meant. */
export interface Offer<T> {
  readonly value: T;
  /** Equal for offers that mean the same. */
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
}

export interface Offers<T> {
  readonly editor: Offer<T> | undefined;
  readonly tree: Offer<T> | undefined;
  /** A way to name something else. */
  readonly other?: { readonly label: string; ask(): Promise<T> };
  readonly placeHolder: string;
}

/**
 * Chooses the target of a command from the palette, which gets no row. The target is the active editor, or the selection of
 * the tree when the tree was used last. Otherwise the person chooses. Undefined when there is no target.
 */
export async function nameTarget<T>(
  rows: PolicyRows,
  { editor, tree, other, placeHolder }: Offers<T>,
): Promise<T | undefined> {
  if (editor && (!tree || !rows.isVisible || tree.key === editor.key)) {
    return editor.value;
  }
  if (tree && !editor && rows.isVisible && rows.wasUsedLast) {
    return tree.value;
  }
  const items = [
    ...(editor ? [item(editor, vscode.l10n.t('in the editor'))] : []),
    ...(tree ? [item(tree, vscode.l10n.t('selected in the Policies view'))] : []),
  ];
  if (items.length === 0) {
    return undefined;
  }
  if (rows.wasUsedLast) {
    items.reverse();
  }
  const all = [...items, ...(other ? [{ label: other.label, choose: () => other.ask() }] : [])];
  return (await pick(all, { placeHolder })).choose();
}

function item<T>(
  { label, detail, value }: Offer<T>,
  where: string,
): vscode.QuickPickItem & { choose(): T | Promise<T> } {
  return { label, description: where, ...(detail === undefined ? {} : { detail }), choose: () => value };
}
