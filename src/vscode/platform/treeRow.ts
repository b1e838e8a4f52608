import * as vscode from 'vscode';
import { inertLine, inertText } from '../../core/util/inertText.ts';
import { rowUri } from './rowDecorations.ts';
import type { RowDescription } from './rowDescription.ts';

const collapsibleStates: Readonly<Record<RowDescription['collapsible'], vscode.TreeItemCollapsibleState>> = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

/** A row of a tree. Whatever its texts are, they are shown as one line each and move nothing beside them. */
export function treeRow(id: string, row: RowDescription): vscode.TreeItem {
  const label = inertLine(row.label);
  const item = new vscode.TreeItem(
    row.marked ? { label, highlights: [[0, label.length]] } : label,
    collapsibleStates[row.collapsible],
  );
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(
    row.icon.id,
    row.icon.color === undefined ? undefined : new vscode.ThemeColor(row.icon.color),
  );
  item.contextValue = row.capabilities.join(' ');
  item.accessibilityInformation = { label: inertLine(row.accessibilityLabel) };
  if (row.description !== undefined) {
    item.description = inertLine(row.description);
  }
  if (row.tooltip !== undefined) {
    item.tooltip = inertText(row.tooltip);
  }
  if (row.tone || row.mark) {
    item.resourceUri = rowUri(row.tone, row.mark);
  }
  return item;
}
