import * as vscode from 'vscode';
import { dashColumn } from '../../core/assist/format/dashColumn.ts';
import { formatPolicy } from '../../core/assist/format/formatPolicy.ts';
import type { TextRange } from '../../core/document/text.ts';
import { CanceledError, isCanceled, passOnUnexpected } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import { pause } from '../../core/util/pause.ts';
import { showMessage } from '../platform/dialogs.ts';
import type { Settings } from '../platform/settings.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { toRange } from './ranges.ts';

/** Formats policies, or the rules in a selection. A text that changes meanwhile is left alone. */
export class PolicyFormatting
  implements vscode.DocumentFormattingEditProvider, vscode.DocumentRangeFormattingEditProvider
{
  readonly #documents: PolicyDocuments;
  readonly #settings: Settings;

  constructor(documents: PolicyDocuments, settings: Settings) {
    this.#documents = documents;
    this.#settings = settings;
  }

  provideDocumentFormattingEdits(
    document: vscode.TextDocument,
    options: vscode.FormattingOptions,
    token: vscode.CancellationToken,
  ): Promise<vscode.TextEdit[]> {
    return this.#format(document, options, token);
  }

  provideDocumentRangeFormattingEdits(
    document: vscode.TextDocument,
    range: vscode.Range,
    options: vscode.FormattingOptions,
    token: vscode.CancellationToken,
  ): Promise<vscode.TextEdit[]> {
    return this.#format(document, options, token, {
      start: document.offsetAt(range.start),
      end: document.offsetAt(range.end),
    });
  }

  async #format(
    document: vscode.TextDocument,
    { tabSize, insertSpaces }: vscode.FormattingOptions,
    token: vscode.CancellationToken,
    range?: TextRange,
  ): Promise<vscode.TextEdit[]> {
    if (!this.#settings.flag('ordinance.editor.formatting', document.uri)) {
      return [];
    }
    const policy = await this.#documents.open(document);
    const { version } = document;
    const steps = formatPolicy(policy, { tabSize, insertSpaces, ...(range && { range }) });
    const pauseUnlessOutdated = async (): Promise<void> => {
      await pause();
      if (token.isCancellationRequested || document.version !== version) {
        throw new CanceledError();
      }
    };
    try {
      const edits = await inSlices(steps, undefined, pauseUnlessOutdated);
      return edits.map((edit) => vscode.TextEdit.replace(toRange(document, edit), edit.text));
    } catch (error) {
      if (!isCanceled(error)) {
        // The editor does not show the error of a formatter.
        passOnUnexpected(error);
        showMessage(
          'warning',
          error.advice === undefined ? error.message : `${error.message} ${error.advice}`,
        );
      }
      return [];
    }
  }
}

/** Enter leads to where the keys of an item stand; a dash that is typed there goes to where the next item begins. */
export class PolicyTyping implements vscode.OnTypeFormattingEditProvider {
  static readonly trigger = ' ';

  provideOnTypeFormattingEdits(document: vscode.TextDocument, { line }: vscode.Position): vscode.TextEdit[] {
    const column = dashColumn((at) => document.lineAt(at).text, line);
    const { firstNonWhitespaceCharacterIndex: now } = document.lineAt(line);
    return column === undefined ? [] : [vscode.TextEdit.delete(new vscode.Range(line, column, line, now))];
  }
}
