import * as vscode from 'vscode';
import { emptyCollections } from '../../core/assist/findings/emptyCollections.ts';
import { withSeverities } from '../../core/assist/findings/withSeverities.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { LineIndex } from '../../core/document/lineIndex.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';
import { messageOf } from '../../core/util/errors.ts';
import { diagnostic } from '../platform/languageTexts.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { readFromDisk } from '../workspace/textFiles.ts';
import { collectionsFileOf, type KnownScopes } from '../workspace/knownScopes.ts';

interface CollectionsProblemsDeps {
  readonly consoles: ConsoleRegistry;
  readonly scopes: KnownScopes;
  readonly settings: Settings;
  readonly log: Logger;
}

/** Shows the problems of each `collections.yaml`: why it cannot be read, and the collections in which nothing can be. */
export class CollectionsProblems extends DisposableOwner {
  readonly #consoles: ConsoleRegistry;
  readonly #scopes: KnownScopes;
  readonly #settings: Settings;
  readonly #log: Logger;
  readonly #shown = this.disposables.add(
    vscode.languages.createDiagnosticCollection('ordinance-collections'),
  );

  constructor({ consoles, scopes, settings, log }: CollectionsProblemsDeps) {
    super();
    this.#consoles = consoles;
    this.#scopes = scopes;
    this.#settings = settings;
    this.#log = log;
    this.disposables.add(scopes.onDidChange(() => this.#refresh()));
    this.disposables.add(
      settings.onDidChange((id) => {
        if (id === 'ordinance.diagnostics.severity') {
          this.#refresh();
        }
      }),
    );
    this.#refresh();
  }

  #refresh(): void {
    void this.#show().catch((error: unknown) => this.#log.warn(messageOf(error)));
  }

  async #show(): Promise<void> {
    const found: [vscode.Uri, vscode.Diagnostic[]][] = [];
    for (const console of this.#consoles.consoles) {
      const { fileProblem } = await this.#scopes.sourceOf(console);
      const file = collectionsFileOf(console);
      const text = fileProblem === undefined ? await readFromDisk(file) : undefined;
      const findings: readonly Omit<Diagnostic, 'severity'>[] =
        fileProblem === undefined
          ? emptyCollections(text ?? '')
          : [{ code: 'collections-file', message: fileProblem, range: { start: 0, end: 0 } }];
      const shown = withSeverities(findings, this.#settings.severities(file), text ?? '');
      const lines = new LineIndex(text ?? '');
      found.push([
        file,
        shown.map(({ code, message, range, severity }) => {
          const [start, end] = [lines.position(range.start), lines.position(range.end)];
          const place = new vscode.Range(start.line, start.character, end.line, end.character);
          return diagnostic(place, message, severity, code);
        }),
      ]);
    }
    if (!this.disposables.isDisposed) {
      this.#shown.clear();
      this.#shown.set(found);
    }
  }
}
