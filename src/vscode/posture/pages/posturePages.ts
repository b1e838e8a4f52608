import type * as vscode from 'vscode';
import type { PostureSnapshot } from '../../../core/posture/snapshot.ts';
import { DisposableOwner, type Disposable } from '../../../core/util/disposable.ts';
import { OpenPages, type PageName } from '../../platform/openPages.ts';
import { setPanelTitle } from '../../platform/webviewPanel.ts';
import { fillPanel } from '../../table/fillPanel.ts';
import { html, type Html } from '../../table/html.ts';
import type { PostureSources } from '../postureSources.ts';

export interface PosturePage {
  /** The kind of the page, the service, and more. Showing a page again replaces its contents. */
  readonly name: PageName;
  readonly title: string;
  readonly body: Html;
  /** The tenant that it shows, for a snapshot or a table of the same. */
  readonly tenant?: PostureSnapshot;
  /** The page as a document. */
  readonly document?: { readonly console: string; readonly text: string };
}

interface PosturePagesDeps {
  readonly extensionUri: vscode.Uri;
  readonly sources: PostureSources;
  /** The reason why nothing newer can be read from a service. Undefined while Ordinance can read. */
  readonly standing: (sourceId: string) => string | undefined;
}

interface OpenPage extends Disposable {
  readonly panel: vscode.WebviewPanel;
  page?: PosturePage;
}

/** Pages whose links run commands. Their script only keeps the open parts and the place of the reader. */
export class PosturePages extends DisposableOwner {
  readonly #deps: PosturePagesDeps;
  readonly #open = this.disposables.add(
    new OpenPages<OpenPage>('ordinance.posturePage', (panel) => ({ panel, dispose: () => panel.dispose() })),
  );
  /** Pages of before a reload of the window: the function shows one again by its name. */
  readonly reopens = (reopen: (name: PageName) => Promise<void>): void =>
    this.#open.reopens((_, name) => reopen(name));

  constructor(deps: PosturePagesDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(
      deps.sources.onDidChange(() => [...this.#open.all].forEach((open) => this.#draw(open))),
    );
  }

  shown(name: PageName): PosturePage | undefined {
    return this.#open.get(name)?.page;
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

  #draw({ page, panel }: OpenPage): void {
    if (page) {
      const { title, body, name } = page;
      const mark = this.#deps.standing(name[1] ?? '');
      setPanelTitle(panel, title);
      fillPanel(panel, this.#deps.extensionUri, {
        page: 'posturePage',
        icon: 'shield',
        body: pageBody(name, body, mark),
      });
    }
  }
}

/** @param mark the reason why the page may be old */
export function pageBody(name: PageName, body: Html, mark: string | undefined): Html {
  return html`${mark !== undefined && html`<p class="mark-of-age" role="status">${mark}</p>`}
    <main data-again="${encodeURIComponent(JSON.stringify(name))}">${body}</main>`;
}
