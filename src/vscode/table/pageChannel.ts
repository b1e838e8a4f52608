import * as vscode from 'vscode';
import { DisposableOwner, type Disposable } from '../../core/util/disposable.ts';
import { isCanceled } from '../../core/util/errors.ts';
import { type PageName, setPanelIcon } from '../platform/openPages.ts';
import { randomBytes } from 'node:crypto';
import { html, type Html } from './html.ts';

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

interface PanelPage {
  /** The name of its script and style. */
  readonly page: string;
  readonly icon: string;
  readonly name: PageName;
  /** Without a body, the script makes it with the texts of the window. */
  readonly body?: Html;
}

/** Puts a page into a panel. The page reads nothing but its own script and style, and runs only the commands of its links. */
export function fillPanel(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  { page, icon, name, body }: PanelPage,
): void {
  const { webview } = panel;
  const folder = vscode.Uri.joinPath(extensionUri, 'dist');
  webview.options = {
    enableScripts: true,
    enableCommandUris: body?.commands ?? [],
    localResourceRoots: [folder],
  };
  setPanelIcon(panel, icon);
  webview.html = pageFrame({
    nonce: randomBytes(18).toString('base64'),
    script: webview.asWebviewUri(vscode.Uri.joinPath(folder, `${page}.js`)).toString(),
    style: webview.asWebviewUri(vscode.Uri.joinPath(folder, `${page}.css`)).toString(),
    source: webview.cspSource,
    language: vscode.env.language,
    name,
    texts: (body ? undefined : vscode.l10n.bundle) ?? {},
    body,
  });
}

interface PageParts {
  /** The nonce is random for each page; scripts and styles without it do not run. */
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  /** The origin webview resources come from. */
  readonly source: string;
  readonly language: string;
  readonly name: PageName;
  readonly texts: object;
  readonly body: Html | undefined;
}

/** The frame of a page: nothing inline, nothing from elsewhere, no requests. */
export function pageFrame(parts: PageParts): string {
  const { nonce, script, style, source, language, name, texts, body } = parts;
  const policy = `default-src 'none'; style-src ${source} 'nonce-${nonce}'; script-src 'nonce-${nonce}'; font-src ${source}`;
  // The page returns its name unchanged, so hidden characters of the name stay.
  const encodedName = encodeURIComponent(JSON.stringify(name));
  return html`<!DOCTYPE html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="stylesheet" nonce="${nonce}" href="${style}" />
        <title></title>
      </head>
      <body>
        <main data-name="${encodedName}" data-texts="${JSON.stringify(texts)}">${body}</main>
        <script nonce="${nonce}" src="${script}"></script>
      </body>
    </html>`.text;
}
