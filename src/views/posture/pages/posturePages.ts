import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable } from '../../../util/disposable.ts';
import type { Html } from './html.ts';
import { pageFrame } from './pageFrame.ts';

export interface PosturePage {
  /** One panel per id: showing it again replaces what it shows. */
  readonly id: string;
  readonly title: string;
  readonly body: Html;
  /** Commands its links may run. */
  readonly commands: readonly string[];
}

/** Pages without scripts; what they do, they do by links to commands. */
export class PosturePages implements Disposable {
  readonly #panels = new Map<string, { readonly panel: vscode.WebviewPanel; html: string }>();

  show({ id, title, body, commands }: PosturePage): void {
    const html = pageFrame({
      title,
      body,
      language: vscode.env.language,
      nonce: randomBytes(18).toString('base64'),
    });
    const open = this.#panels.get(id);
    if (open) {
      open.html = html;
      open.panel.title = title;
      open.panel.webview.html = html;
      open.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel('ordinance.posturePage', title, vscode.ViewColumn.Active, {
      enableScripts: false,
      enableCommandUris: [...commands],
      localResourceRoots: [],
    });
    panel.iconPath = new vscode.ThemeIcon('shield');
    panel.webview.html = html;
    this.#panels.set(id, { panel, html });
    panel.onDidDispose(() => this.#panels.delete(id));
  }

  /** What a page shows; for tests of the host, which cannot look into one. */
  htmlOf(id: string): string | undefined {
    return this.#panels.get(id)?.html;
  }

  dispose(): void {
    for (const { panel } of this.#panels.values()) {
      panel.dispose();
    }
  }
}
