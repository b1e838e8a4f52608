import type * as vscode from 'vscode';
import { DisposableOwner, type Disposable } from '../../core/util/disposable.ts';
import { isCanceled } from '../../core/util/errors.ts';
import type { PageName } from '../platform/openPages.ts';
import { fillPanel } from './fillPanel.ts';

interface ChannelParts<FromPage> {
  readonly panel: vscode.WebviewPanel;
  readonly extensionUri: vscode.Uri;
  /** The name of its script and style. Errors are reported under it, too. */
  readonly page: string;
  readonly icon: string;
  readonly name: PageName;
  /** Undefined for a message that is not valid. */
  readonly read: (message: unknown) => FromPage | undefined;
  readonly answer: (message: FromPage) => Promise<void>;
  readonly report: (what: string, error: unknown) => void;
}

/** The messages between an open page and the extension. It ends with the panel. */
export class PageChannel<ToPage, FromPage extends { readonly kind: string }> extends DisposableOwner {
  readonly #parts: ChannelParts<FromPage>;
  #isReady = false;

  constructor(parts: ChannelParts<FromPage>) {
    super();
    this.#parts = parts;
    const { panel, extensionUri, read, answer } = parts;
    this.own(
      panel,
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const known = read(message);
        this.#isReady ||= known?.kind === 'ready';
        this.run(async () => known && answer(known));
      }),
    );
    panel.onDidDispose(() => this.dispose());
    fillPanel(panel, extensionUri, parts);
  }

  /** Disposes of these together with the panel. */
  own(...items: readonly Disposable[]): void {
    this.disposables.addAll(...items);
  }

  /** Returns whether the page is ready. A hidden page loses its content, and is ready again when it is shown. */
  send(message: ToPage): boolean {
    if (this.#isReady) {
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a webview has no origin to name
      void this.#parts.panel.webview.postMessage(message);
    }
    return this.#isReady;
  }

  run(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!isCanceled(error)) {
        this.#parts.report(this.#parts.page, error);
      }
    });
  }
}
