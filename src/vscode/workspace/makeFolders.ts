import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { exists } from './exists.ts';

/** Milliseconds in which the editor begins to watch a new folder. */
const rest = 50;

/**
 * Makes a folder and those above it one after the other. On Linux, of folders that are made at once inside each other the
 * editor watches the first and never learns what happens in the others, such as a checkout.
 */
export async function makeFolders(folder: vscode.Uri): Promise<void> {
  const missing: vscode.Uri[] = [];
  for (let at = folder; at.path !== '/' && !(await exists(at)); at = vscode.Uri.joinPath(at, '..')) {
    missing.unshift(at);
  }
  for (const [place, each] of missing.entries()) {
    if (place > 0) {
      await delay(rest);
    }
    await vscode.workspace.fs.createDirectory(each);
  }
}
