import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { ExpectedError, messageOf } from '../../core/util/errors.ts';
import { inertLine } from '../../core/util/inertText.ts';

/** The words of a page name. They stay valid after a reload of the window. */
export type PageName = readonly string[];

export interface OpenPage<Content> {
  show(content: Content): unknown;
  /** Shows the reason for missing content after a reload of the window. `open` makes the content. */
  explain(reason: string, open: () => Promise<void>): void;
}

/**
 * Makes the content of a page from the rest of its name. Throws the reason when it cannot. `isAsked`: a
 * person asked for the page, so the read may take long.
 */
type ContentMaker<Content> = (of: readonly string[], isAsked: boolean) => Promise<Content>;

/** The pages of one view, at most one for each name. VS Code restores them after a reload of the window. */
export class OpenPages<Content, Page extends OpenPage<Content>> extends DisposableOwner {
  readonly #viewType: string;
  readonly #makePage: (panel: vscode.WebviewPanel, name: PageName) => Page;
  readonly #makers = new Map<string, ContentMaker<Content>>();
  readonly #open = new Map<string, { readonly page: Page; readonly panel: vscode.WebviewPanel }>();

  constructor(viewType: string, makePage: (panel: vscode.WebviewPanel, name: PageName) => Page) {
    super();
    this.#viewType = viewType;
    this.#makePage = makePage;
    this.disposables.add(
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, state) =>
          this.#bringBack(panel, nameIn((state as { again?: unknown } | undefined)?.again)),
      }),
    );
  }

  /** A name begins with its kind. After a reload, a page of an unknown kind is cleared. */
  register(kind: string, make: ContentMaker<Content>): void {
    this.#makers.set(kind, make);
  }

  get all(): readonly Page[] {
    return [...this.#open.values()].map(({ page }) => page);
  }

  get(name: PageName): Page | undefined {
    return this.#open.get(JSON.stringify(name))?.page;
  }

  /** Shows the page of a name with current content. */
  async open(name: PageName): Promise<void> {
    await this.show(name, await this.#contentOf(name, true));
  }

  /** Updates the page of a name, if the page exists. */
  async refresh(name: PageName): Promise<void> {
    const page = this.get(name);
    await page?.show(await this.#contentOf(name, true));
  }

  async show(name: PageName, content: Content): Promise<void> {
    this.#open.get(JSON.stringify(name))?.panel.reveal();
    const page =
      this.get(name) ?? this.#adopt(name, webviewPanel(this.#viewType, '', { enableScripts: true }));
    await page.show(content);
  }

  override dispose(): void {
    this.#open.forEach(({ panel }) => panel.dispose());
    super.dispose();
  }

  async #bringBack(panel: vscode.WebviewPanel, name: PageName): Promise<void> {
    // VS Code restores a page only when its tab becomes visible. A person may have opened the page again by
    // then.
    if (name.length === 0 || this.get(name)) {
      panel.dispose();
      return;
    }
    const page = this.#adopt(name, panel);
    try {
      await page.show(await this.#contentOf(name, false));
    } catch (error) {
      page.explain(messageOf(error), () => this.open(name));
    }
  }

  async #contentOf([kind = '', ...of]: PageName, isAsked: boolean): Promise<Content> {
    const make = this.#makers.get(kind);
    return make ? make(of, isAsked) : Promise.reject(notKept());
  }

  #adopt(name: PageName, panel: vscode.WebviewPanel): Page {
    const id = JSON.stringify(name);
    const page = this.#makePage(panel, name);
    this.#open.set(id, { page, panel });
    panel.onDidDispose(() => {
      if (this.#open.get(id)?.page === page) {
        this.#open.delete(id);
      }
    });
    return page;
  }
}

/** The reason for an empty page after a reload of the window. */
export function notKept(): ExpectedError {
  return new ExpectedError('not-reopened', vscode.l10n.t('A window reload clears this page.'));
}

/** The name in the state of a page or in a link. It may come from another version. */
export function nameIn(value: unknown): PageName {
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : [];
}

/** A page in an editor tab. */
export function webviewPanel(
  viewType: string,
  title: string,
  options: vscode.WebviewPanelOptions & vscode.WebviewOptions = {},
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, inertLine(title), vscode.ViewColumn.Active, options);
}

/** Sets the title of the tab of a page. */
export function setPanelTitle(panel: vscode.WebviewPanel, title: string): void {
  const line = inertLine(title);
  if (panel.title !== line) {
    panel.title = line;
  }
}

/** The icon of a page's tab. Before VS Code 1.108, a tab accepts files only and keeps the default icon. */
export function setPanelIcon(panel: vscode.WebviewPanel, icon: string): void {
  const [major = 0, minor = 0] = vscode.version.split('.').map(Number);
  if (major > 1 || minor >= 108) {
    (panel as { iconPath?: vscode.IconPath }).iconPath = new vscode.ThemeIcon(icon);
  }
}
