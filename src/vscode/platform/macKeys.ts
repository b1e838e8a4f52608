import * as vscode from 'vscode';

/**
 * Whether keys are called as on macOS. Of a window whose extensions run on another machine nobody tells where it is shown: there they
 * are called as everywhere else.
 */
export function hasMacKeys(
  { uiKind, remoteName }: Pick<typeof vscode.env, 'uiKind' | 'remoteName'> = vscode.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return platform === 'darwin' && uiKind === vscode.UIKind.Desktop && remoteName === undefined;
}
