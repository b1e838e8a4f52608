import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoles/consoleFile.ts';
import { consoleFileText } from '../../core/sync/store/consoleFileText.ts';
import { readTextFile } from './textFiles.ts';

/** What the `ordinance.yaml` of a folder says on the disk; undefined when there is none. */
export async function savedConsoleFile(folder: vscode.Uri): Promise<string | undefined> {
  if (folder.scheme === 'file') {
    return consoleFileText(folder.fsPath);
  }
  return (await readTextFile(vscode.Uri.joinPath(folder, consoleFileName)))?.text;
}
