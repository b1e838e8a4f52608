import * as vscode from 'vscode';
import { inertLine } from '../../core/util/inertText.ts';

/** A page of its own. */
export function webviewPanel(
  viewType: string,
  title: string,
  options: vscode.WebviewPanelOptions & vscode.WebviewOptions = {},
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, inertLine(title), vscode.ViewColumn.Active, options);
}

/** What the tab of a page says. */
export function setPanelTitle(panel: vscode.WebviewPanel, title: string): void {
  const line = inertLine(title);
  if (panel.title !== line) {
    panel.title = line;
  }
}
