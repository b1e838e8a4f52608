import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { OpenPages } from '../../platform/openPages.ts';
import { setPanelIcon, setPanelTitle } from '../../platform/webviewPanel.ts';
import { DisposableOwner, type Disposable } from '../../../core/util/disposable.ts';
import type { Event } from '../../../core/util/emitter.ts';
import type { Html } from './html.ts';
import { pageFrame } from './pageFrame.ts';

/** Which page it is, in words that outlive the window: what it shows, the service, and what of it. */
export type PageName = readonly [what: string, sourceId: string, ...of: string[]];

export interface PosturePage {
  /** One panel per name: showing it again replaces what it shows. */
  readonly name: PageName;
  readonly title: string;
  readonly body: Html;
  /** Commands its links may run. */
  readonly commands: readonly string[];
}

export interface PosturePagesDeps {
  readonly extensionUri: vscode.Uri;
  /** Why what was read of a service is all that is known of it: signed out, for example. Undefined while it can be read. */
  readonly standing: (sourceId: string) => string | undefined;
  readonly onDidChangeStanding: Event<unknown>;
}

interface OpenPage extends Disposable {
  readonly panel: vscode.WebviewPanel;
  page: PosturePage | undefined;
  html: string;
}

/** Pages whose links run commands. Their script only keeps what is open and where the reader is. */
export class PosturePages extends DisposableOwner {
  readonly #deps: PosturePagesDeps;
  readonly #open = this.disposables.add(
    new OpenPages<PageName, OpenPage>('ordinance.posturePage', (panel) => {
      setPanelIcon(panel, 'shield');
      return { panel, page: undefined, html: '', dispose: () => panel.dispose() };
    }),
  );

  constructor(deps: PosturePagesDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(
      deps.onDidChangeStanding(() => {
        for (const open of this.#open.all) {
          this.#draw(open);
        }
      }),
    );
  }

  show(page: PosturePage): void {
    const isOpen = this.#open.get(page.name) !== undefined;
    const open = this.#open.opened(page.name, page.title);
    open.page = page;
    this.#draw(open);
    if (isOpen) {
      open.panel.reveal();
    }
  }

  /** Pages of before a reload of the window: `reopen` shows one again by its name. */
  reopens(reopen: (name: PageName) => Promise<void>): void {
    this.#open.reopens(
      ([what, sourceId, ...of]) =>
        what === undefined || sourceId === undefined ? undefined : [what, sourceId, ...of],
      (_, name) => reopen(name),
    );
  }

  /** The HTML of a page, for tests of the host, which cannot look into one. */
  htmlOf(name: PageName): string | undefined {
    return this.#open.get(name)?.html;
  }

  #draw(open: OpenPage): void {
    const { page, panel } = open;
    if (!page) {
      return;
    }
    const { webview } = panel;
    const folder = vscode.Uri.joinPath(this.#deps.extensionUri, 'dist');
    webview.options = {
      enableScripts: true,
      enableCommandUris: [...page.commands],
      localResourceRoots: [folder],
    };
    const { title, body, name } = page;
    open.html = pageFrame({
      title,
      body,
      again: JSON.stringify(name),
      mark: this.#deps.standing(name[1]),
      script: webview.asWebviewUri(vscode.Uri.joinPath(folder, 'posturePage.js')).toString(),
      language: vscode.env.language,
      nonce: randomBytes(18).toString('base64'),
    });
    setPanelTitle(panel, title);
    webview.html = open.html;
  }
}
