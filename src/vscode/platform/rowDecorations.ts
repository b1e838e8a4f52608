import * as vscode from 'vscode';
import type { RowMark, RowTone } from './rowDescription.ts';
import { rowLook } from './rowLook.ts';

const scheme = 'ordinance-row';

/** A label can only be colored, and a row only get a badge, through a decoration, and a decoration only hangs on a uri. */
export function rowUri(tone: RowTone | undefined, mark: RowMark | undefined): vscode.Uri {
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
