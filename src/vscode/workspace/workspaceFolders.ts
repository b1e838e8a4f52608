import * as vscode from 'vscode';
import { Programs } from '../../core/sync/programs.ts';

/** The paths of the folders that are open now. */
export function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}

/** Programs run in a trusted workspace only, and never one that lies in it. */
export function workspacePrograms(): Programs {
  return new Programs({ mayRun: () => vscode.workspace.isTrusted, workspaces: workspaceFolders });
}
