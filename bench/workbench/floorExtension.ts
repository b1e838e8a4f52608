/**
 * The least an extension can do, and so the editor's own share of what a person waits for: for each change it reports one constant
 * finding, or none when something was taken away. It reads nothing.
 */
import * as vscode from 'vscode';
import { floorLanguage } from './floorManifest.ts';

export function activate(context: vscode.ExtensionContext): void {
  const found = vscode.languages.createDiagnosticCollection(floorLanguage);
  context.subscriptions.push(
    found,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges: [change] }) => {
      if (document.languageId !== floorLanguage || !change) {
        return;
      }
      const range = new vscode.Range(change.range.start, change.range.start.translate(0, 1));
      found.set(document.uri, change.text === '' ? [] : [new vscode.Diagnostic(range, 'a change')]);
    }),
  );
}
