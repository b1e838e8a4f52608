import type * as vscode from 'vscode';
import { CanceledError } from '../../core/util/errors.ts';
import { pause } from '../../core/util/pause.ts';

/** A pause for work on the present text of a document. Throws CanceledError when the text changed or the request was canceled. */
export function pauseUnlessOutdated(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): () => Promise<void> {
  const { version } = document;
  return async () => {
    await pause();
    if (token.isCancellationRequested || document.version !== version) {
      throw new CanceledError();
    }
  };
}
