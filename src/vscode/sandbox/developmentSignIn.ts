import * as vscode from 'vscode';
import { developmentAccessKey, type Secrets } from '../platform/secrets.ts';
import { sandboxClient } from './sandboxRunner.ts';

/** Whether the console at this address is the sandbox that runs beside a window of ours. */
export function isDevelopmentSandbox(mode: vscode.ExtensionMode, url: string): boolean {
  const development = developmentAccessKey(mode === vscode.ExtensionMode.Production, process.env);
  return development?.origin === new URL(url).origin;
}

/** Signs in to the sandbox that `npm start` and the tests run beside the editor, with the key they hand over. */
export async function developmentSignIn(mode: vscode.ExtensionMode, secrets: Secrets): Promise<void> {
  const development = developmentAccessKey(mode === vscode.ExtensionMode.Production, process.env);
  if (development && vscode.workspace.isTrusted) {
    const { origin, key } = development;
    await secrets.store(origin, key);
    await secrets.storeSspm(origin, sandboxClient(origin, key));
  }
}
