import * as vscode from 'vscode';
import { dashColumn } from '../../core/assist/format/dashColumn.ts';
import { formatPolicy } from '../../core/assist/format/formatPolicy.ts';
import type { TextEdit, TextRange } from '../../core/document/text.ts';
import { passOnUnexpected } from '../../core/util/errors.ts';
import { pause } from '../../core/util/pause.ts';
import { showMessage } from '../platform/dialogs.ts';
import type { Settings } from '../platform/settings.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { toRange } from './ranges.ts';

/** Milliseconds of work after which others get their turn. */
const patience = 8;

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
    let until = performance.now() + patience;
    for (;;) {
      const step = nextOf(steps);
      if (step.done) {
        return step.value.map((edit) => vscode.TextEdit.replace(toRange(document, edit), edit.text));
      }
      if (step.value === true || performance.now() > until) {
        await pause();
        if (token.isCancellationRequested || document.version !== version) {
          return [];
        }
        until = performance.now() + patience;
      }
    }
  }
}

/** The editor shows nothing of what a formatter throws, so why nothing is formatted is said here. */
function nextOf<Step>(steps: Generator<Step, TextEdit[], void>): IteratorResult<Step, TextEdit[]> {
  try {
    return steps.next();
  } catch (error) {
    passOnUnexpected(error);
    showMessage('warning', error.advice === undefined ? error.message : `${error.message} ${error.advice}`);
    return { done: true, value: [] };
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
