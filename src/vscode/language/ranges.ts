import * as vscode from 'vscode';
import type { TextEdit, TextRange } from '../../core/document/text.ts';

export function toRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

export function toTextRange(document: vscode.TextDocument, { start, end }: vscode.Range): TextRange {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

export function textEdits(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.TextEdit[] {
  return edits.map((edit) => vscode.TextEdit.replace(toRange(document, edit), edit.text));
}
