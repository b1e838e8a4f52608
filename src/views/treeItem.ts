import * as vscode from 'vscode';
import { rowUri } from './rowDecorations.ts';
import type { RowDescription } from './rowDescription.ts';
import type { TreeNode } from './treeNode.ts';

const collapsibleStates: Readonly<Record<RowDescription['collapsible'], vscode.TreeItemCollapsibleState>> = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

/** Draws a described row. The tooltip is made when it is asked for. */
export function treeItem(node: TreeNode, row: RowDescription): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, collapsibleStates[row.collapsible]);
  item.id = node.id;
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
  if (node.kind === 'list') {
    item.command = {
      command: 'ordinance.list.show',
      title: vscode.l10n.t('Show Rows'),
      arguments: [{ target: node.target }],
    };
  }
  if (node.kind === 'rule') {
    const place = new vscode.Position(node.rule.line, 0);
    item.command = {
      // The built-in command, so that single and double click open as in every other tree.
      command: 'vscode.open',
      title: vscode.l10n.t('Open Rule'),
      arguments: [vscode.Uri.parse(node.file, true), { selection: new vscode.Range(place, place) }],
    };
  }
  return item;
}
