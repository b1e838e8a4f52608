import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';

/** Tells when a file is edited, as what somebody is asked about it then makes no sense any more. */
export function whenEdited(uri: vscode.Uri, tell: (error: ExpectedError) => void): vscode.Disposable {
  const key = uri.toString();
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0 && document.uri.toString() === key) {
      tell(changedMeanwhile());
    }
  });
}

/** @param names says what it was asked for by its place and name: the same asked again would be refused again. */
export function changedMeanwhile(names = false): ExpectedError {
  const message = vscode.l10n.t('The file changed. Try again.');
  return new ExpectedError('changed', message, names ? { help: [] } : {});
}
