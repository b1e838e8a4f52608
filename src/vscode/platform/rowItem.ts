import type * as vscode from 'vscode';
import { treeRow } from './treeRow.ts';
import { rowUri } from './rowDecorations.ts';
import type { RowDescription } from './rowDescription.ts';

/** Draws a described row of any view. */
export function rowItem(id: string, row: RowDescription): vscode.TreeItem {
  const item = treeRow({ id, ...row });
  if (row.tone) {
    item.resourceUri = rowUri(row.tone);
  }
  return item;
}
