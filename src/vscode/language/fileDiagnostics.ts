import * as vscode from 'vscode';
import type { Severities } from '../../core/assist/findings/shownDiagnostics.ts';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { Settings } from '../platform/settings.ts';
import type { CodePages } from './codePages.ts';
import { RestingTimer } from './restingTimer.ts';
import { isSelected } from './selector.ts';

/** Files of one kind, which are checked whole. */
interface CheckedFiles {
  /** The name of the collection of problems. */
  readonly collection: string;
  readonly selector: vscode.DocumentSelector;
  /** Checks the text of a document as it is typed, too. */
  readonly followsTyping?: boolean;
  /** Undefined: the findings are unknown, so the earlier ones stay. */
  check(document: vscode.TextDocument, severities: Severities): readonly Diagnostic[] | undefined;
  /** The fixes of a finding, where they depend on more than the finding. */
  fixes?(
    document: vscode.TextDocument,
    finding: Diagnostic,
    signal: AbortSignal,
  ): Promise<readonly FixData[] | undefined>;
}

/** Underlines the problems of open files of one kind. */
export class FileDiagnostics extends DisposableOwner {
  readonly #settings: Settings;
  readonly #pages: CodePages;
  readonly #files: CheckedFiles;
  readonly #shown: vscode.DiagnosticCollection;
  readonly #timers = this.disposables.add(new RestingTimer());

  constructor(settings: Settings, pages: CodePages, files: CheckedFiles) {
    super();
    this.#settings = settings;
    this.#pages = pages;
    this.#files = files;
    this.#shown = this.disposables.add(vscode.languages.createDiagnosticCollection(files.collection));
    this.disposables.addAll(
      vscode.workspace.onDidOpenTextDocument((document) => this.check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (files.followsTyping && contentChanges.length > 0) {
          this.checkSoon(document);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#timers.cancel(uri.toString());
        this.#shown.delete(uri);
      }),
      settings.onDidChange((id) => {
        if (id.startsWith('ordinance.diagnostics.')) {
          vscode.workspace.textDocuments.forEach((document) => this.check(document));
        }
      }),
    );
    vscode.workspace.textDocuments.forEach((document) => this.check(document));
  }

  check(document: vscode.TextDocument): void {
    if (this.disposables.isDisposed || document.isClosed || !isSelected(this.#files.selector, document)) {
      return;
    }
    const { uri } = document;
    const findings = this.#files.check(document, this.#settings.severities(uri));
    if (findings) {
      const shown = this.#pages.diagnostics(document, findings, async (finding, signal) =>
        this.#files.fixes?.(document, finding, signal),
      );
      this.#shown.set(uri, shown);
    }
  }

  /** Checks at once where that is quick, else when the typing rests. */
  checkSoon(document: vscode.TextDocument): void {
    if (isSelected(this.#files.selector, document)) {
      this.#timers.run(document.uri.toString(), () => this.check(document));
    }
  }
}
