import * as vscode from 'vscode';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';

/** Folds every rule of the active editor to its first line. */
export async function foldAllRules(documents: PolicyDocuments): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) {
    return;
  }
  const policy = await documents.open(document);
  const selectionLines = policy.arrays().flatMap(({ rules }) =>
    rules.flatMap(({ range }) => {
      const { line } = document.positionAt(range.start);
      return document.positionAt(range.end).line > line ? [line] : [];
    }),
  );
  if (selectionLines.length > 0) {
    await vscode.commands.executeCommand('editor.fold', { selectionLines });
  }
}
