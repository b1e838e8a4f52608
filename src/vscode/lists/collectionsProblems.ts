import * as vscode from 'vscode';
import { emptyCollections } from '../../core/assist/findings/emptyCollections.ts';
import { LineIndex } from '../../core/document/lineIndex.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';
import { messageOf } from '../../core/util/errors.ts';
import { diagnostic } from '../platform/languageTexts.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { readFromDisk } from '../workspace/textFiles.ts';
import { collectionsFileOf, type KnownScopes } from '../workspace/knownScopes.ts';

/** Shows the problems of each `collections.yaml`: why it cannot be read, and the collections in which nothing can be. */
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
      const file = collectionsFileOf(console);
      found.push([
        file,
        fileProblem === undefined
          ? await emptyCollectionsOf(file)
          : [
              shown(
                new vscode.Range(0, 0, 0, 0),
                fileProblem,
                vscode.DiagnosticSeverity.Error,
                'collections-file',
              ),
            ],
      ]);
    }
    if (!this.disposables.isDisposed) {
      this.#shown.clear();
      this.#shown.set(found);
    }
  }
}

async function emptyCollectionsOf(file: vscode.Uri): Promise<vscode.Diagnostic[]> {
  const text = (await readFromDisk(file)) ?? '';
  const lines = new LineIndex(text);
  return emptyCollections(text).map(({ code, message, range }) => {
    const [start, end] = [lines.position(range.start), lines.position(range.end)];
    const place = new vscode.Range(start.line, start.character, end.line, end.character);
    return shown(place, message, vscode.DiagnosticSeverity.Warning, code);
  });
}

function shown(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
  code: string,
): vscode.Diagnostic {
  const one = diagnostic(range, message, severity);
  one.source = 'ordinance';
  one.code = code;
  return one;
}
