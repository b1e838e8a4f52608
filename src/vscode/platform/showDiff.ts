import * as vscode from 'vscode';
import { inertLine } from '../../core/util/inertText.ts';

/** The editor's own diff editor; the title is one line of text. */
export async function showDiff(
  left: vscode.Uri,
  right: vscode.Uri,
  title: string,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, inertLine(title), options);
}
