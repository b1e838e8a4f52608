import * as vscode from 'vscode';
import { Programs } from '../../core/sync/programs.ts';

/** The paths of the open folders. */
export function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}

/** Programs run only in a trusted workspace, and never from a path inside it. */
export function workspacePrograms(): Programs {
  return new Programs({ mayRun: () => vscode.workspace.isTrusted, workspaces: workspaceFolders });
}
