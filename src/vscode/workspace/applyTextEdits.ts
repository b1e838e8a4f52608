import * as vscode from 'vscode';
import type { TextEdit } from '../../core/document/text.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { pathOf } from './textFiles.ts';

/** Applies edits as one undo step; the document becomes dirty and is not saved. */
export async function applyTextEdits(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): Promise<void> {
  if (edits.length === 0) {
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map(({ start, end, text }) =>
      vscode.TextEdit.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), text),
    ),
  );
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new ExpectedError('edit-refused', vscode.l10n.t('{0} could not be edited.', pathOf(document.uri)));
  }
}
