import * as vscode from 'vscode';
import type { Severities } from '../../core/assist/findings/severities.ts';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { LanguageDiagnosticsServices } from './languageServices.ts';
import { RestingTimer } from './restingTimer.ts';
import { isSelected } from './selector.ts';

/** Files of one kind, which are checked whole. */
interface CheckedFiles {
  /** The name of the collection of problems. */
  readonly collection: string;
  readonly selector: vscode.DocumentSelector;
  /** Undefined: unknown, so the findings of before stay. */
  check(document: vscode.TextDocument, severities: Severities): readonly Diagnostic[] | undefined;
  /** The fixes of a finding, where they depend on more than the finding. */
  fixes?(
    document: vscode.TextDocument,
    finding: Diagnostic,
    signal: AbortSignal,
  ): Promise<readonly FixData[] | undefined>;
}

/** Underlines what is wrong with open files of one kind. */
export class FileDiagnostics extends DisposableOwner {
  readonly #deps: LanguageDiagnosticsServices;
  readonly #files: CheckedFiles;
  readonly #shown: vscode.DiagnosticCollection;
  readonly #timers = this.disposables.add(new RestingTimer());

  constructor(deps: LanguageDiagnosticsServices, files: CheckedFiles) {
    super();
    this.#deps = deps;
    this.#files = files;
    this.#shown = this.disposables.add(vscode.languages.createDiagnosticCollection(files.collection));
    this.disposables.addAll(
      vscode.workspace.onDidOpenTextDocument((document) => this.check(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#timers.cancel(uri.toString());
        this.#shown.delete(uri);
      }),
      deps.settings.onDidChange((id) => {
        if (id === 'ordinance.diagnostics.severity') {
          this.#checkAll();
        }
      }),
    );
    this.#checkAll();
  }

  /** Checks the files as they are typed, too. */
  followTyping(): this {
    this.disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && isSelected(this.#files.selector, document)) {
          this.#timers.run(document.uri.toString(), () => this.check(document));
        }
      }),
    );
    return this;
  }

  check(document: vscode.TextDocument): void {
    if (!isSelected(this.#files.selector, document) || document.isClosed) {
      return;
    }
    const { uri } = document;
    const found = this.#files.check(document, this.#deps.settings.severities(uri));
    if (found) {
      const shown = this.#deps.pages.diagnostics(document, found, async (finding, signal) =>
        this.#files.fixes?.(document, finding, signal),
      );
      this.#shown.set(uri, shown);
    }
  }

  #checkAll(): void {
    vscode.workspace.textDocuments.forEach((document) => this.check(document));
  }
}
