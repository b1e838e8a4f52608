import * as vscode from 'vscode';
import type { TextRange } from '../../core/document/text.ts';

export function toRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
