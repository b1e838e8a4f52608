import * as vscode from 'vscode';
import { namesOnDisk } from '../../core/sync/store/namesOnDisk.ts';

/** A folder below another one, by the names that it has on the disk: what is opened there goes by them. */
export async function folderOnDisk(folder: vscode.Uri, way: string): Promise<vscode.Uri> {
  const names = way.split('/');
  return vscode.Uri.joinPath(
    folder,
    ...(folder.scheme === 'file' ? await namesOnDisk(folder.fsPath, names) : names),
  );
}
