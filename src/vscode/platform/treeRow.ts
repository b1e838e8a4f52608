import * as vscode from 'vscode';
import { inertLine, inertText } from '../../core/util/inertText.ts';

export interface TreeRow {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly icon: { readonly id: string; readonly color?: string };
  readonly capabilities: readonly string[];
  readonly accessibilityLabel: string;
  readonly collapsible: 'none' | 'collapsed' | 'expanded';
  /** Stands out although it is not selected. */
  readonly marked?: boolean;
}

const collapsibleStates: Readonly<Record<TreeRow['collapsible'], vscode.TreeItemCollapsibleState>> = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

/** A row of a tree. Whatever its texts are, they are shown as one line each and move nothing beside them. */
export function treeRow(row: TreeRow): vscode.TreeItem {
  const label = inertLine(row.label);
  const item = new vscode.TreeItem(
    row.marked ? { label, highlights: [[0, label.length]] } : label,
    collapsibleStates[row.collapsible],
  );
  item.id = row.id;
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
  return item;
}
