import * as vscode from 'vscode';
import { DisposableOwner, type Disposable } from '../../core/util/disposable.ts';
import { webviewPanel } from './webviewPanel.ts';

/** Pages of one kind, at most one of each name, in words that outlive the window. */
export class OpenPages<Name extends readonly string[], Page extends Disposable> extends DisposableOwner {
  readonly #viewType: string;
  readonly #make: (panel: vscode.WebviewPanel, name: Name) => Page;
  readonly #open = new Map<string, Page>();

  constructor(viewType: string, make: (panel: vscode.WebviewPanel, name: Name) => Page) {
    super();
    this.#viewType = viewType;
    this.#make = make;
  }

  get all(): Iterable<Page> {
    return this.#open.values();
  }

  get(name: Name): Page | undefined {
    return this.#open.get(JSON.stringify(name));
  }

  /** The page of this name, which is opened when there is none. */
  opened(name: Name, title: string): Page {
    return this.get(name) ?? this.#adopt(name, webviewPanel(this.#viewType, title, { enableScripts: true }));
  }

  /**
   * Pages of before a reload of the window: `reopen` shows one again. What the editor kept may be of another version, so
   * `nameOf` says whether it is a name.
   */
  reopens(
    nameOf: (parts: readonly string[]) => Name | undefined,
    reopen: (page: Page, name: Name, panel: vscode.WebviewPanel) => Promise<void>,
  ): void {
    this.disposables.add(
      vscode.window.registerWebviewPanelSerializer(this.#viewType, {
        deserializeWebviewPanel: async (panel, state) => {
          const name = nameOf(partsIn(state));
          // The editor brings a page of before only when its tab is shown; it may have been opened again until then.
          if (!name || this.get(name)) {
            panel.dispose();
            return;
          }
          await reopen(this.#adopt(name, panel), name, panel);
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

  #adopt(name: Name, panel: vscode.WebviewPanel): Page {
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

function partsIn(state: unknown): readonly string[] {
  const again = typeof state === 'object' && state !== null && 'again' in state ? state.again : undefined;
  return Array.isArray(again) ? again.filter((part) => typeof part === 'string') : [];
}
