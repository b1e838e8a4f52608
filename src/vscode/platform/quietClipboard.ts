import * as vscode from 'vscode';

/**
 * What the clipboard holds, to offer it unasked. Empty in a browser: there reading it asks the person, complains where that is
 * refused, and may never end. Pasting works everywhere.
 */
export async function quietClipboard(): Promise<string> {
  return vscode.env.uiKind === vscode.UIKind.Desktop ? vscode.env.clipboard.readText() : '';
}
