import * as vscode from 'vscode';
import { readTestFile } from '../../core/assist/testFile/readTestFile.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { Settings } from '../platform/settings.ts';
import { isTestFile } from '../workspace/policyTestFiles.ts';
import type { CodePages } from './codePages.ts';
import { RestingTimer } from './restingTimer.ts';
import { toDiagnostic } from './toDiagnostic.ts';

export interface TestFileDiagnosticsDeps {
  readonly settings: Settings;
  readonly pages: CodePages;
}

/** Underlines what keeps tests of an open file from being run. What becomes of those that are run is said elsewhere. */
export class TestFileDiagnostics extends DisposableOwner {
  readonly #deps: TestFileDiagnosticsDeps;
  readonly #shown = this.disposables.add(vscode.languages.createDiagnosticCollection('ordinance.testFiles'));
  readonly #found = new Map<string, readonly Diagnostic[]>();
  readonly #timers = this.disposables.add(new RestingTimer());

  constructor(deps: TestFileDiagnosticsDeps) {
    super();
    this.#deps = deps;
    const { workspace } = vscode;
    this.disposables.add(workspace.onDidOpenTextDocument((document) => this.#check(document)));
    this.disposables.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && isTestFile(document.uri)) {
          this.#timers.run(document.uri.toString(), () => this.#check(document));
        }
      }),
    );
    this.disposables.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#timers.cancel(uri.toString());
        this.#shown.delete(uri);
        this.#found.delete(uri.toString());
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
    const { uri } = document;
    const spelling = testSpellingOf(uri.path);
    if (!spelling || document.isClosed || !['file', 'untitled', 'vscode-remote'].includes(uri.scheme)) {
      return;
    }
    const { diagnostics } = readTestFile(document.getText(), spelling, {
      severities: this.#deps.settings.severities(uri),
      path: uri.path,
    });
    this.#found.set(uri.toString(), diagnostics);
    this.#shown.set(
      uri,
      diagnostics.map((finding) => toDiagnostic(document, finding, this.#deps.pages.of(finding.code))),
    );
  }
}
