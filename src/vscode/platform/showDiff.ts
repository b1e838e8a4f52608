import * as vscode from 'vscode';
import { inertLine } from '../../core/util/inertText.ts';

/** Shows the diff editor of VS Code. The title is one line of text. */
export async function showDiff(
  left: vscode.Uri,
  right: vscode.Uri,
  title: string,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, inertLine(title), options);
}

/** Closes a diff editor whose content was written or is out of date. */
export async function closeDifference(modified: vscode.Uri): Promise<void> {
  const key = modified.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === key),
    true,
  );
}
