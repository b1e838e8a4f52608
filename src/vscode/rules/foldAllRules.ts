import * as vscode from 'vscode';
import type { Tools } from '../tools.ts';

/** Folds every rule of the active editor to its first line. */
export async function foldAllRules(tools: Pick<Tools, 'rules'>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const selectionLines = editor ? await tools.rules.startLines(editor.document) : [];
  if (selectionLines.length > 0) {
    await vscode.commands.executeCommand('editor.fold', { selectionLines });
  }
}
