import * as vscode from 'vscode';
import { dashColumn, formatPolicy } from '../../core/assist/format/formatPolicy.ts';
import type { TextRange } from '../../core/document/text.ts';
import { isCanceled, passOnUnexpected } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import { showMessage } from '../platform/dialogs.ts';
import type { FeatureServices } from '../featureServices.ts';
import { pauseUnlessOutdated } from './pauseUnlessOutdated.ts';
import { textEdits } from '../workspace/textEdits.ts';

/** Formats a policy, or the rules in a range. Makes no edits when the text changes during the work. */
export async function formatDocument(
  { documents, settings }: FeatureServices,
  document: vscode.TextDocument,
  { tabSize, insertSpaces }: vscode.FormattingOptions,
  token: vscode.CancellationToken,
  range?: TextRange,
): Promise<vscode.TextEdit[]> {
  if (!settings.flag('ordinance.editor.formatting', document.uri)) {
    return [];
  }
  const policy = await documents.open(document);
  const steps = formatPolicy(policy, { tabSize, insertSpaces, ...(range && { range }) });
  try {
    return textEdits(document, await inSlices(steps, undefined, pauseUnlessOutdated(document, token)));
  } catch (error) {
    if (!isCanceled(error)) {
      // The editor does not show the error of a formatter.
      passOnUnexpected(error);
      showMessage('warning', error.advice === undefined ? error.message : `${error.message} ${error.advice}`);
    }
    return [];
  }
}

/** After Enter, the cursor is below the keys of an item. A dash typed there moves to the column of the next item. */
export function moveTypedDash(document: vscode.TextDocument, { line }: vscode.Position): vscode.TextEdit[] {
  const column = dashColumn((at) => document.lineAt(at).text, line);
  const { firstNonWhitespaceCharacterIndex: now } = document.lineAt(line);
  return column === undefined ? [] : [vscode.TextEdit.delete(new vscode.Range(line, column, line, now))];
}
