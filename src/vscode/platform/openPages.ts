import * as vscode from 'vscode';
import { DisposableOwner, type Disposable } from '../../core/util/disposable.ts';
import { webviewPanel } from './webviewPanel.ts';

/** Words that name a page and outlive the window. */
export type PageName = readonly string[];

/** Pages of one kind, at most one of each name. */
export class OpenPages<Page extends Disposable> extends DisposableOwner {
  readonly #viewType: string;
  readonly #make: (panel: vscode.WebviewPanel, name: PageName) => Page;
  readonly #open = new Map<string, Page>();

  constructor(viewType: string, make: (panel: vscode.WebviewPanel, name: PageName) => Page) {
    super();
    this.#viewType = viewType;
    this.#make = make;
  }

  get all(): Iterable<Page> {
    return this.#open.values();
  }

  get(name: PageName): Page | undefined {
    return this.#open.get(JSON.stringify(name));
  }

  /** The page of this name, which is opened when there is none. */
  opened(name: PageName, title: string): Page {
    return this.get(name) ?? this.#adopt(name, webviewPanel(this.#viewType, title, { enableScripts: true }));
  }

  /** Pages of before a reload of the window: `reopen` shows one again. The kept name may be of another version. */
  reopens(reopen: (page: Page, name: PageName, title: string) => Promise<void>): void {
    this.disposables.add(
      vscode.window.registerWebviewPanelSerializer(this.#viewType, {
        deserializeWebviewPanel: async (panel, state) => {
          const name = nameIn(state);
          // The editor brings a page of before only when its tab is shown; it may have been opened again until then.
          if (name.length === 0 || this.get(name)) {
            panel.dispose();
            return;
          }
          await reopen(this.#adopt(name, panel), name, panel.title);
        },
      }),
    );
  }

  override dispose(): void {
    for (const page of this.all) {
      page.dispose();
    }
    super.dispose();
  }

  #adopt(name: PageName, panel: vscode.WebviewPanel): Page {
    const id = JSON.stringify(name);
    const page = this.#make(panel, name);
    this.#open.set(id, page);
    panel.onDidDispose(() => {
      if (this.#open.get(id) === page) {
        this.#open.delete(id);
      }
    });
    return page;
  }
}

function nameIn(state: unknown): PageName {
  const again = typeof state === 'object' && state !== null && 'again' in state ? state.again : undefined;
  return Array.isArray(again) ? again.filter((part) => typeof part === 'string') : [];
}
