import * as vscode from 'vscode';
import { authorityOf as authorityOfPem } from '../../core/console/authoritiesIn.ts';
import { readAuthorityFile } from '../../core/sync/store/authorityFile.ts';
import type { AuthorityReader } from '../workspace/agreement.ts';
import { readTextFile } from '../workspace/textFiles.ts';

/** Whom a console would trust beside the authorities of this computer. */
export const authorityOf: AuthorityReader = async ({ caFile }, folder) =>
  caFile === undefined ? undefined : authorityOfPem(await authorityText(folder, caFile));

/** What the file of authorities says now. */
export async function authorityText(folder: vscode.Uri, caFile: string): Promise<string> {
  if (folder.scheme === 'file') {
    return readAuthorityFile(folder.fsPath, caFile);
  }
  return (await readTextFile(vscode.Uri.joinPath(folder, caFile)))?.text ?? '';
}
