import * as vscode from 'vscode';
import { inertLine, inertText } from '../../core/util/inertText.ts';
import { type RowDescription, rowLook, type RowMark, type RowTone } from './rowDescription.ts';

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

const scheme = 'ordinance-row';

/** A label can only be colored, and a row only get a badge, through a decoration, and a decoration only hangs on a uri. */
function rowUri(tone: RowTone | undefined, mark: RowMark | undefined): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${tone ?? '-'}/${mark ?? '-'}` });
}

/** Colors labels of tree rows by their tone, and marks them. */
export const rowDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    const [, tone = '', mark = ''] = uri.scheme === scheme ? uri.path.split('/') : [];
    const look = rowLook(tone, mark);
    return look && { ...look, color: new vscode.ThemeColor(look.color) };
  },
};
