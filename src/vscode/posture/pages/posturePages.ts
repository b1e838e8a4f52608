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
  /** The tenant of the page, for a snapshot or a table of the same data. */
  readonly tenant?: PostureSnapshot;
  /** The page as a document. */
  readonly document?: { readonly console: string; readonly text: string };
}

/** Pages whose links run commands. Their script only keeps the open parts and the scroll position. */
export class PosturePages extends OpenPages<PosturePage, OpenPosturePage> {
  constructor(extensionUri: vscode.Uri, sources: PostureSources) {
    super('ordinance.posturePage', (panel, name) => new OpenPosturePage(extensionUri, sources, panel, name));
    this.disposables.add(sources.onDidChange(() => this.all.forEach((page) => page.draw())));
  }
}

class OpenPosturePage implements OpenPage<PosturePage> {
  readonly #extensionUri: vscode.Uri;
  readonly #sources: PostureSources;
  readonly #panel: vscode.WebviewPanel;
  readonly #name: PageName;
  page: PosturePage | undefined;

  constructor(extensionUri: vscode.Uri, sources: PostureSources, panel: vscode.WebviewPanel, name: PageName) {
    this.#extensionUri = extensionUri;
    this.#sources = sources;
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
      const [, sourceId = ''] = this.#name;
      const reason = this.#sources.staleReason(sourceId);
      const stale = reason !== undefined && html`<p class="stale" role="status">${reason}</p>`;
      const body = html`${stale} ${this.page.body}`;
      const page = { page: 'posturePage', icon: 'shield', name: this.#name, body };
      fillPanel(this.#panel, this.#extensionUri, page);
    }
  }
}
