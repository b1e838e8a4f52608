import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { setPanelIcon } from '../platform/webviewPanel.ts';
import { tableHtml } from './tableHtml.ts';

/** Puts a page into a panel: it reads nothing but its own script and style. */
export function fillPanel(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  { page, icon }: { readonly page: string; readonly icon: string },
): void {
  const { webview } = panel;
  const folder = vscode.Uri.joinPath(extensionUri, 'dist');
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  setPanelIcon(panel, icon);
  webview.html = tableHtml({
    nonce: randomBytes(18).toString('base64'),
    script: webview.asWebviewUri(vscode.Uri.joinPath(folder, `${page}.js`)).toString(),
    style: webview.asWebviewUri(vscode.Uri.joinPath(folder, `${page}.css`)).toString(),
    source: webview.cspSource,
    title: '',
    language: vscode.env.language,
  });
}
