import * as vscode from 'vscode';
import type { LineIndex, TextEdit, TextRange } from '../../core/document/text.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { shownPath } from './textFiles.ts';

/**
 * Applies edits as one undo step. The document becomes dirty and is not saved. Returns false, and changes
 * nothing, when the document changed before.
 */
export async function tryTextEdits(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): Promise<boolean> {
  if (edits.length === 0) {
    return true;
  }
  const { version } = document;
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, textEdits(document, edits));
  if (await vscode.workspace.applyEdit(edit)) {
    return true;
  }
  if (!document.isClosed && document.version !== version) {
    return false;
  }
  throw new ExpectedError('edit-refused', vscode.l10n.t('Could not edit {0}.', shownPath(document.uri)));
}

export function changedMeanwhile(): ExpectedError {
  return new ExpectedError('changed', vscode.l10n.t('The file changed. Try again.'));
}

export function toRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

export function textEdits(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.TextEdit[] {
  return edits.map((edit) => vscode.TextEdit.replace(toRange(document, edit), edit.text));
}

/** A range of a text that no editor has to show. */
export function rangeIn(lines: LineIndex, { start, end }: TextRange): vscode.Range {
  const [from, to] = [lines.position(start), lines.position(end)];
  return new vscode.Range(from.line, from.character, to.line, to.character);
}
