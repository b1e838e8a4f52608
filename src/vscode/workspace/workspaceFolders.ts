import * as vscode from 'vscode';
import { Programs } from '../../core/sync/programs.ts';

/** The open folders on the disk. Ordinance uses no other file system. */
export function diskFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/** The paths of the open folders. */
export function workspacePaths(): string[] {
  return diskFolders().map(({ uri }) => uri.fsPath);
}

/** Programs run only in a trusted workspace, and never from a path inside it. */
export function workspacePrograms(): Programs {
  return new Programs({ mayRun: () => vscode.workspace.isTrusted, workspaces: workspacePaths });
}
