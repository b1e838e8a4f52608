import * as vscode from 'vscode';
import { inertLine, inertText } from '../../core/util/inertText.ts';
import { type RowDescription, rowLook, type RowMark, type RowTone } from './rowDescription.ts';

const collapsibleStates: Readonly<Record<RowDescription['collapsible'], vscode.TreeItemCollapsibleState>> = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

/** A row of a tree. Its texts are one line each and cannot move other parts of the row. */
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

const scheme = 'ordinance-row';

/** Only a decoration can color a label or show a badge, and a decoration needs a uri. */
function rowUri(tone: RowTone | undefined, mark: RowMark | undefined): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${tone ?? '-'}/${mark ?? '-'}` });
}

/** Colors and marks the labels of tree rows by their tone. */
export const rowDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    const [, tone = '', mark = ''] = uri.scheme === scheme ? uri.path.split('/') : [];
    const look = rowLook(tone, mark);
    return look && { ...look, color: new vscode.ThemeColor(look.color) };
  },
};
