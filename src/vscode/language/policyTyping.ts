import * as vscode from 'vscode';
import { dashColumn } from '../../core/assist/format/dashColumn.ts';

/** Enter leads to where the keys of an item stand; a dash that is typed there goes to where the next item begins. */
export class PolicyTyping implements vscode.OnTypeFormattingEditProvider {
  static readonly trigger = ' ';

  provideOnTypeFormattingEdits(document: vscode.TextDocument, { line }: vscode.Position): vscode.TextEdit[] {
    const column = dashColumn((at) => document.lineAt(at).text, line);
    const { firstNonWhitespaceCharacterIndex: now } = document.lineAt(line);
    return column === undefined ? [] : [vscode.TextEdit.delete(new vscode.Range(line, column, line, now))];
  }
}
