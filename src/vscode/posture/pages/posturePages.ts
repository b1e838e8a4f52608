import type * as vscode from 'vscode';
import type { PostureSnapshot } from '../../../core/posture/snapshot.ts';
import { l10n } from '../../../core/util/l10n.ts';
import { OpenPages, type OpenPage, setPanelTitle } from '../../platform/openPages.ts';
import { fillPanel } from '../../table/pageChannel.ts';
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

/** A page in its panel, which is drawn again when the access to its service changes. */
interface OpenPosturePage extends OpenPage<PosturePage> {
  /** Undefined until the first `show`. */
  page: PosturePage | undefined;
  draw(): void;
}

/** Pages whose links run commands. Their script only keeps the open parts and the scroll position. */
export class PosturePages extends OpenPages<PosturePage, OpenPosturePage> {
  constructor(extensionUri: vscode.Uri, sources: PostureSources) {
    super('ordinance.posturePage', (panel, name) => ({
      page: undefined,
      show(page) {
        this.page = page;
        setPanelTitle(panel, page.title);
        this.draw();
      },
      explain(reason) {
        const { title } = panel;
        const link = commandLink(l10n.t('Read Again'), '_ordinance.posture.openPage', name);
        const body = html`<h1>${title}</h1>
          <p>${reason}</p>
          <p class="links">${link}</p>`;
        this.show({ title, body });
      },
      draw() {
        if (this.page) {
          const [, sourceId = ''] = name;
          const reason = sources.staleReason(sourceId);
          const stale = reason !== undefined && html`<p class="stale" role="status">${reason}</p>`;
          const body = html`${stale} ${this.page.body}`;
          fillPanel(panel, extensionUri, { page: 'posturePage', icon: 'shield', name, body });
        }
      },
    }));
    this.disposables.add(sources.onDidChange(() => this.all.forEach((page) => page.draw())));
  }
}
