import * as vscode from 'vscode';
import { checkConsoleFile } from '../../core/assist/consoleFile/checkConsoleFile.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import type { Settings } from '../platform/settings.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { CodePages } from './codePages.ts';
import { RestingTimer } from './restingTimer.ts';
import { isConsoleFile } from './selector.ts';
import { toDiagnostic } from './toDiagnostic.ts';

export interface ConsoleFileDiagnosticsDeps {
  readonly settings: Settings;
  readonly pages: CodePages;
}

/** Underlines what is wrong with an open `ordinance.yaml`. */
export class ConsoleFileDiagnostics extends DisposableOwner {
  readonly #deps: ConsoleFileDiagnosticsDeps;
  readonly #shown = this.disposables.add(vscode.languages.createDiagnosticCollection('ordinance.consoles'));
  readonly #found = new Map<string, readonly Diagnostic[]>();
  readonly #timers = this.disposables.add(new RestingTimer());

  constructor(deps: ConsoleFileDiagnosticsDeps) {
    super();
    this.#deps = deps;
    const { workspace } = vscode;
    this.disposables.add(workspace.onDidOpenTextDocument((document) => this.#check(document)));
    this.disposables.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && isConsoleFile(document)) {
          this.#timers.run(document.uri.toString(), () => this.#check(document));
        }
      }),
    );
    this.disposables.add(
      workspace.onDidCloseTextDocument((document) => {
        this.#timers.cancel(document.uri.toString());
        this.#found.delete(document.uri.toString());
        this.#shown.delete(document.uri);
      }),
    );
    this.disposables.add(
      deps.settings.onDidChange((id) => {
        if (id === 'ordinance.diagnostics.severity') {
          this.recheck();
        }
      }),
    );
    this.recheck();
  }

  recheck(): void {
    vscode.workspace.textDocuments.forEach((document) => this.#check(document));
  }

  /** All that was found in a document. */
  found(document: vscode.TextDocument): readonly Diagnostic[] {
    return this.#found.get(document.uri.toString()) ?? [];
  }

  #check(document: vscode.TextDocument): void {
    if (!isConsoleFile(document) || document.isClosed) {
      return;
    }
    const found = checkConsoleFile(document.getText(), {
      severities: this.#deps.settings.severities(document.uri),
    });
    this.#found.set(document.uri.toString(), found);
    this.#shown.set(
      document.uri,
      found.map((finding) => toDiagnostic(document, finding, this.#deps.pages.of(finding.code))),
    );
  }
}
