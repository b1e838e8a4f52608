import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../util/disposable.ts';

/** Read-only documents of one scheme whose texts are kept as long as something shows them. */
export class VirtualTexts implements vscode.TextDocumentContentProvider, Disposable {
  readonly scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;
  readonly #freed = this.#disposables.add(new vscode.EventEmitter<string>());
  /** Fires the uri, as text, of a document whose text was let go. */
  readonly onDidFree = this.#freed.event;

  constructor(scheme: string) {
    this.scheme = scheme;
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#free(uri)));
    this.#disposables.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) =>
        closed.flatMap(urisOfTab).forEach((uri) => this.#free(uri)),
      ),
    );
  }

  /** How many texts are kept; for tests. */
  get size(): number {
    return this.#texts.size;
  }

  set(uri: vscode.Uri, text: string): void {
    const key = uri.toString();
    const before = this.#texts.get(key);
    this.#texts.set(key, text);
    if (before !== undefined && before !== text) {
      this.#changed.fire(uri);
    }
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      vscode.l10n.t('This document was made by an earlier session and is not kept. Make it again.')
    );
  }

  dispose(): void {
    this.#texts.clear();
    this.#disposables.dispose();
  }

  #free(uri: vscode.Uri): void {
    const key = uri.toString();
    if (uri.scheme !== this.scheme || !this.#texts.has(key) || isShown(key)) {
      return;
    }
    this.#texts.delete(key);
    this.#freed.fire(key);
  }
}

/** A document in a tab, or one an editor has open without a tab. */
function isShown(key: string): boolean {
  return (
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs.flatMap(urisOfTab))
      .some((uri) => uri.toString() === key) ||
    vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === key)
  );
}

function urisOfTab({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputText) {
    return [input.uri];
  }
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}
