import * as vscode from 'vscode';
import type { RowTone } from './rowDescription.ts';

const scheme = 'ordinance-row';

const colors: Readonly<Record<RowTone, string>> = {
  dimmed: 'disabledForeground',
  dead: 'list.warningForeground',
  edited: 'gitDecoration.modifiedResourceForeground',
  'live-changed': 'charts.blue',
  conflict: 'gitDecoration.conflictingResourceForeground',
  failed: 'list.errorForeground',
};

/** A label can only be coloured through a decoration, and a decoration only hangs on a uri. */
export function rowUri(tone: RowTone): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${tone}` });
}

/** Colours labels of tree rows by their tone. */
export const rowDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    const color = uri.scheme === scheme ? colors[uri.path.slice(1) as RowTone] : undefined;
    return color === undefined ? undefined : { color: new vscode.ThemeColor(color) };
  },
};
