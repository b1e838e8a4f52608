import * as vscode from 'vscode';
import { rowUri } from './rowDecorations.ts';
import type { RowDescription } from './rowDescription.ts';

const collapsibleStates: Readonly<Record<RowDescription['collapsible'], vscode.TreeItemCollapsibleState>> = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

/** Draws a described row of any view. */
export function rowItem(id: string, row: RowDescription): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, collapsibleStates[row.collapsible]);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(
    row.icon.id,
    row.icon.color === undefined ? undefined : new vscode.ThemeColor(row.icon.color),
  );
  item.contextValue = row.capabilities.join(' ');
  item.accessibilityInformation = { label: row.accessibilityLabel };
  if (row.description !== undefined) {
    item.description = row.description;
  }
  if (row.tone) {
    item.resourceUri = rowUri(row.tone);
  }
  return item;
}
