import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { setPanelIcon } from '../platform/webviewPanel.ts';
import { html, type Html } from './html.ts';
import { pageFrame } from './pageFrame.ts';

/** Puts a page into a panel: it reads nothing but its own script and style, and runs only the commands of its links. Without a body its script makes it, with the texts of the window. */
export function fillPanel(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  {
    page,
    icon,
    body = html`<main data-texts="${JSON.stringify(vscode.l10n.bundle ?? {})}"></main>`,
  }: { readonly page: string; readonly icon: string; readonly body?: Html },
): void {
  const { webview } = panel;
  const folder = vscode.Uri.joinPath(extensionUri, 'dist');
  webview.options = {
    enableScripts: true,
    enableCommandUris: body.commands,
    localResourceRoots: [folder],
  };
  setPanelIcon(panel, icon);
  webview.html = pageFrame({
    nonce: randomBytes(18).toString('base64'),
    script: webview.asWebviewUri(vscode.Uri.joinPath(folder, `${page}.js`)).toString(),
    style: webview.asWebviewUri(vscode.Uri.joinPath(folder, `${page}.css`)).toString(),
    source: webview.cspSource,
    language: vscode.env.language,
    body,
  });
}
