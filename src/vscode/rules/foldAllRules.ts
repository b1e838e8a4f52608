import * as vscode from 'vscode';
import type { PolicyRules } from '../workspace/policyRules.ts';

/** Folds every rule of the active editor to its first line. */
export async function foldAllRules(rules: PolicyRules): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const selectionLines = editor ? await rules.startLines(editor.document) : [];
  if (selectionLines.length > 0) {
    await vscode.commands.executeCommand('editor.fold', { selectionLines });
  }
}
