import * as vscode from 'vscode';

/**
 * Returns the text of the clipboard as a suggestion. Empty in a browser, where reading asks the person, can
 * fail with a message, and may never end.
 */
export async function quietClipboard(): Promise<string> {
  return vscode.env.uiKind === vscode.UIKind.Desktop ? vscode.env.clipboard.readText() : '';
}
