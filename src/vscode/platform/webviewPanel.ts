import * as vscode from 'vscode';
import { inertLine } from '../../core/util/inertText.ts';

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
