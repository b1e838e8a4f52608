import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../util/disposable.ts';

/** Read-only documents of one scheme whose texts are kept as long as something shows them. */
export class VirtualTexts implements vscode.TextDocumentContentProvider, Disposable {
  readonly scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #wereShown = new Set<string>();
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;
  readonly #freed = this.#disposables.add(new vscode.EventEmitter<string>());
  /** Fires the uri, as text, of a document whose text was let go. */
  readonly onDidFree = this.#freed.event;

  constructor(scheme: string) {
    this.scheme = scheme;
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#free(uri.toString())));
    // A closed tab is told before its editor is gone: both have to be listened to.
    this.#disposables.add(vscode.window.tabGroups.onDidChangeTabs(() => this.#sweep()));
    this.#disposables.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#sweep()));
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

  /** Lets go what was shown and is not any more; what was not shown yet is still on its way. */
  #sweep(): void {
    const shown = shownUris();
    for (const key of this.#texts.keys()) {
      if (shown.has(key)) {
        this.#wereShown.add(key);
      } else if (this.#wereShown.has(key)) {
        this.#free(key);
      }
    }
  }

  #free(key: string): void {
    if (this.#texts.has(key) && !shownUris().has(key)) {
      this.#texts.delete(key);
      this.#wereShown.delete(key);
      this.#freed.fire(key);
    }
  }
}

/** Documents in tabs, and those that editors show without one. */
function shownUris(): ReadonlySet<string> {
  const { tabGroups, visibleTextEditors } = vscode.window;
  return new Set([
    ...tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(urisOfTab)).map(String),
    ...visibleTextEditors.map(({ document }) => document.uri.toString()),
  ]);
}

function urisOfTab({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputText) {
    return [input.uri];
  }
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}
