import * as vscode from 'vscode';
import { DisposableOwner, DisposableStore } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { openDocument, sameLines } from './textFiles.ts';

/** The timeout for a document that does not update. A busy editor takes a second. */
const timeoutMs = 30_000;

/**
 * Read-only documents of one scheme. VS Code keeps a document for minutes after its tab was closed, and shows
 * it again with its old text. So `set` and `show` wait until the document of VS Code has the new text.
 */
export class VirtualTexts extends DisposableOwner implements vscode.TextDocumentContentProvider {
  readonly scheme: string;
  readonly #otherText: (uri: vscode.Uri) => Promise<string>;
  readonly #texts = new Map<string, string>();
  readonly #changed = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;
  readonly #freed = this.disposables.add(new vscode.EventEmitter<string>());
  /** Fires the uri, as text, of a document whose text was released. */
  readonly onDidFree = this.#freed.event;

  /** @param otherText gives the text of a document that VS Code opens before `set` or `show`. */
  constructor(scheme: string, otherText: (uri: vscode.Uri) => Promise<string> = async () => noText()) {
    super();
    this.scheme = scheme;
    this.#otherText = otherText;
    const { window, workspace } = vscode;
    this.disposables.addAll(
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidOpenTextDocument((document) => this.#opened(document)),
      // VS Code may close a document of a background tab, and may keep a document after its tab.
      workspace.onDidCloseTextDocument(({ uri }) => this.#free([uri])),
      window.tabGroups.onDidChangeTabs(({ closed }) => this.#free(closed.flatMap(urisOfTab))),
    );
  }

  /** True when the document is shown or about to be shown. */
  holds(uri: vscode.Uri): boolean {
    return this.#texts.has(uri.toString());
  }

  /** Resolves when the open document has `text` or a newer text. */
  async set(uri: vscode.Uri, text: string): Promise<void> {
    this.#texts.set(uri.toString(), text);
    await this.#followed(uri, text);
  }

  /** Opens the document. Throws ExpectedError `not-shown` when the editor shows another text. */
  async show(
    uri: vscode.Uri,
    text: string,
    options: vscode.TextDocumentShowOptions,
  ): Promise<vscode.TextEditor> {
    await this.set(uri, text);
    await vscode.workspace.openTextDocument(uri);
    // VS Code may have requested the old text before `set`.
    await this.#followed(uri, text);
    const editor = await vscode.window.showTextDocument(uri, options);
    if (!sameLines(editor.document.getText(), text)) {
      throw notShown();
    }
    return editor;
  }

  provideTextDocumentContent(uri: vscode.Uri): string | Promise<string> {
    return this.#texts.get(uri.toString()) ?? this.#otherText(uri);
  }

  override dispose(): void {
    this.#texts.clear();
    super.dispose();
  }

  /** Waits until the open document, if there is one, has this text or a newer one. Throws ExpectedError `not-shown` after a timeout. */
  async #followed(uri: vscode.Uri, text: string): Promise<void> {
    const isDone = (): boolean => {
      const document = openDocument(uri);
      const isNewer = this.#texts.get(uri.toString()) !== text;
      return !document || sameLines(document.getText(), text) || isNewer;
    };
    if (isDone()) {
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = (): void => {
      if (isDone()) {
        resolve();
      }
    };
    const timer = setTimeout(() => reject(notShown()), timeoutMs);
    const watching = new DisposableStore(
      { dispose: () => clearTimeout(timer) },
      vscode.workspace.onDidChangeTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(look),
    );
    this.#changed.fire(uri);
    await promise.finally(() => watching.dispose());
  }

  /** A document that was requested before a newer text opens with the old text. */
  #opened(document: vscode.TextDocument): void {
    const { uri } = document;
    const text = uri.scheme === this.scheme ? this.#texts.get(uri.toString()) : undefined;
    if (text !== undefined && !sameLines(document.getText(), text)) {
      this.#changed.fire(uri);
    }
  }

  /** Releases the texts of documents that are neither open nor in a tab. */
  #free(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) {
      if (!openDocument(uri) && !isInTab(uri) && this.#texts.delete(uri.toString())) {
        this.#freed.fire(uri.toString());
      }
    }
  }
}

function noText(): string {
  return vscode.l10n.t('This document is no longer available. Open it again.');
}

function notShown(): ExpectedError {
  return new ExpectedError('not-shown', vscode.l10n.t('The editor does not show the latest text.'), {
    advice: vscode.l10n.t('Close the tab and try again.'),
  });
}

/** True when a visible editor shows the document. */
export function isVisible(uri: vscode.Uri): boolean {
  return vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString());
}

/** True when a tab shows the document, in front or in the background. */
export function isInTab(uri: vscode.Uri): boolean {
  return tabsOf([uri]).length > 0;
}

/** Closes the tabs that show only one of these documents. */
export async function closeTabs(uris: readonly vscode.Uri[]): Promise<void> {
  const tabs = tabsOf(uris).filter(({ input }) => input instanceof vscode.TabInputText);
  if (tabs.length > 0) {
    await vscode.window.tabGroups.close(tabs, true);
  }
}

/** Closes the tabs that an earlier window left open. */
export async function closeTabsOfScheme(scheme: string): Promise<void> {
  const uris = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap(urisOfTab);
  await closeTabs(uris.filter((uri) => uri.scheme === scheme));
}

/** The tabs that show one of these documents, alone or in a diff. */
export function tabsOf(uris: readonly vscode.Uri[]): vscode.Tab[] {
  const keys = new Set(uris.map(String));
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => urisOfTab(tab).some((uri) => keys.has(uri.toString())));
}

function urisOfTab({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputText) {
    return [input.uri];
  }
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}
