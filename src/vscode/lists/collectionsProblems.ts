import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';
import { messageOf } from '../../core/util/errors.ts';
import { diagnostic } from '../platform/languageTexts.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { collectionsFileOf, type KnownScopes } from '../workspace/knownScopes.ts';

/** Says of a `collections.yaml` that cannot be read why, among the problems: whoever relies on it would go by names alone. */
export class CollectionsProblems extends DisposableOwner {
  readonly #consoles: ConsoleRegistry;
  readonly #scopes: KnownScopes;
  readonly #log: Logger;
  readonly #shown = this.disposables.add(
    vscode.languages.createDiagnosticCollection('ordinance-collections'),
  );

  constructor(consoles: ConsoleRegistry, scopes: KnownScopes, log: Logger) {
    super();
    this.#consoles = consoles;
    this.#scopes = scopes;
    this.#log = log;
    this.disposables.add(scopes.onDidChange(() => this.#look()));
    this.#look();
  }

  #look(): void {
    void this.#show().catch((error: unknown) => this.#log.warn(messageOf(error)));
  }

  async #show(): Promise<void> {
    const found: [vscode.Uri, vscode.Diagnostic[]][] = [];
    for (const console of this.#consoles.consoles) {
      const { fileProblem } = await this.#scopes.sourceOf(console);
      if (fileProblem !== undefined) {
        const { Error: severity } = vscode.DiagnosticSeverity;
        const one = diagnostic(new vscode.Range(0, 0, 0, 0), fileProblem, severity);
        one.source = 'ordinance';
        one.code = 'collections-file';
        found.push([collectionsFileOf(console), [one]]);
      }
    }
    if (!this.disposables.isDisposed) {
      this.#shown.clear();
      this.#shown.set(found);
    }
  }
}
