import type * as vscode from 'vscode';
import type { PostureSnapshot } from '../../../core/posture/snapshot.ts';
import { l10n } from '../../../core/util/l10n.ts';
import { OpenPages, type OpenPage, type PageName } from '../../platform/openPages.ts';
import { setPanelTitle } from '../../platform/webviewPanel.ts';
import { fillPanel } from '../../table/fillPanel.ts';
import { commandLink, html, type Html } from '../../table/html.ts';
import type { PostureSources } from '../postureSources.ts';

export interface PosturePage {
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

/** Pages whose links run commands. Their script only keeps the open parts and the place of the reader. */
export class PosturePages extends OpenPages<PosturePage, OpenPosturePage> {
  constructor(deps: PosturePagesDeps) {
    super('ordinance.posturePage', (panel, name) => new OpenPosturePage(deps, panel, name));
    this.disposables.add(deps.sources.onDidChange(() => this.all.forEach((page) => page.draw())));
  }
}

class OpenPosturePage implements OpenPage<PosturePage> {
  readonly #deps: PosturePagesDeps;
  readonly #panel: vscode.WebviewPanel;
  readonly #name: PageName;
  page: PosturePage | undefined;

  constructor(deps: PosturePagesDeps, panel: vscode.WebviewPanel, name: PageName) {
    this.#deps = deps;
    this.#panel = panel;
    this.#name = name;
  }

  show(page: PosturePage): void {
    this.page = page;
    setPanelTitle(this.#panel, page.title);
    this.draw();
  }

  explain(reason: string): void {
    const { title } = this.#panel;
    const link = commandLink(l10n.t('Read Again'), '_ordinance.posture.openPage', this.#name);
    const body = html`<h1>${title}</h1>
      <p>${reason}</p>
      <p class="links">${link}</p>`;
    this.show({ title, body });
  }

  draw(): void {
    if (this.page) {
      const mark = this.#deps.standing(this.#name[1] ?? '');
      const body = pageBody(this.#name, this.page.body, mark);
      fillPanel(this.#panel, this.#deps.extensionUri, { page: 'posturePage', icon: 'shield', body });
    }
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

/** @param mark the reason why the page may be old */
export function pageBody(name: PageName, body: Html, mark: string | undefined): Html {
  return html`${mark !== undefined && html`<p class="mark-of-age" role="status">${mark}</p>`}
    <main data-again="${encodeURIComponent(JSON.stringify(name))}">${body}</main>`;
}
