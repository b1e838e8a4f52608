import type * as vscode from 'vscode';
import { CanceledError } from '../../core/util/errors.ts';
import { pause } from '../../core/util/pause.ts';

/** The pauses of work on a document as it is now. A pause throws CanceledError when the document changed, or nobody waits any more. */
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
