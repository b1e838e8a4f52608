import * as vscode from 'vscode';

/**
 * True when keys have their macOS names. VS Code hides the system of a window with remote extensions; there the
 * names are those of other systems.
 */
export function hasMacKeys(
  { uiKind, remoteName }: Pick<typeof vscode.env, 'uiKind' | 'remoteName'> = vscode.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return platform === 'darwin' && uiKind === vscode.UIKind.Desktop && remoteName === undefined;
}
