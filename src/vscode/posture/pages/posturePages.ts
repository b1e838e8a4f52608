import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { setPanelIcon, setPanelTitle, webviewPanel } from '../../platform/webviewPanel.ts';
import { DisposableStore, type Disposable } from '../../../core/util/disposable.ts';
import type { Event } from '../../../core/util/emitter.ts';
import type { Html } from './html.ts';
import { pageFrame } from './pageFrame.ts';

const viewType = 'ordinance.posturePage';

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

interface OpenPage {
  readonly panel: vscode.WebviewPanel;
  page: PosturePage | undefined;
  html: string;
}

/** Pages whose links run commands. Their script only keeps what is open and where the reader is. */
export class PosturePages implements Disposable {
  readonly #deps: PosturePagesDeps;
  readonly #disposables = new DisposableStore();
  readonly #open = new Map<string, OpenPage>();

  constructor(deps: PosturePagesDeps) {
    this.#deps = deps;
    this.#disposables.add(
      deps.onDidChangeStanding(() => {
        for (const open of this.#open.values()) {
          this.#draw(open);
        }
      }),
    );
  }

  show(page: PosturePage): void {
    const id = idOf(page.name);
    const open = this.#open.get(id);
    if (open) {
      open.page = page;
      this.#draw(open);
      open.panel.reveal();
      return;
    }
    this.#draw(this.#adopt(id, page, webviewPanel(viewType, page.title)));
  }

  /** Pages of before a reload of the window: `reopen` shows one again by its name. */
  reopens(reopen: (name: PageName) => Promise<void>): void {
    this.#disposables.add(
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state) => {
          const name = nameIn(state);
          if (!name) {
            panel.dispose();
            return;
          }
          this.#adopt(idOf(name), undefined, panel);
          await reopen(name);
        },
      }),
    );
  }

  /** What a page shows; for tests of the host, which cannot look into one. */
  htmlOf(name: PageName): string | undefined {
    return this.#open.get(idOf(name))?.html;
  }

  dispose(): void {
    for (const { panel } of this.#open.values()) {
      panel.dispose();
    }
    this.#disposables.dispose();
  }

  #adopt(id: string, page: PosturePage | undefined, panel: vscode.WebviewPanel): OpenPage {
    const open = { panel, page, html: '' };
    setPanelIcon(panel, 'shield');
    this.#open.set(id, open);
    panel.onDidDispose(() => {
      if (this.#open.get(id) === open) {
        this.#open.delete(id);
      }
    });
    return open;
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

function idOf(name: PageName): string {
  return JSON.stringify(name);
}

/** The name in what the editor kept for a page; it may be of another version. */
function nameIn(state: unknown): PageName | undefined {
  const again = typeof state === 'object' && state !== null && 'again' in state ? state.again : undefined;
  if (!Array.isArray(again)) {
    return undefined;
  }
  const [what, sourceId, ...of] = again.filter((part) => typeof part === 'string');
  return what === undefined || sourceId === undefined ? undefined : [what, sourceId, ...of];
}
