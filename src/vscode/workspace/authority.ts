import * as vscode from 'vscode';
import { authorityOf as authorityOfPem } from '../../core/consoleFile/authoritiesIn.ts';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import { readAuthorityFile } from '../../core/sync/store/authorityFile.ts';
import type { Agreement } from '../platform/secrets.ts';
import { readTextFile } from './textFiles.ts';

/** The fingerprint of the authorities that a console names, as the file is now. Throws when it cannot be read. */
export async function authorityOf(
  entry: Pick<ConsoleEntry, 'caFile'>,
  folder: vscode.Uri,
): Promise<string | undefined> {
  return authorityIn(await authorityText(entry, folder));
}

/** The fingerprint of what a file of authorities says; undefined without one. */
export function authorityIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : authorityOfPem(text);
}

/** The text of the file of authorities now; undefined when the console names none. */
export async function authorityText(
  { caFile }: Pick<ConsoleEntry, 'caFile'>,
  folder: vscode.Uri,
): Promise<string | undefined> {
  if (caFile === undefined) {
    return undefined;
  }
  if (folder.scheme === 'file') {
    return readAuthorityFile(folder.fsPath, caFile);
  }
  return (await readTextFile(vscode.Uri.joinPath(folder, caFile))) ?? '';
}

/** The addresses and the authority that a key of a console is used with. */
export function agreementOf(
  { url, loginUrl = url }: Pick<ConsoleEntry, 'url' | 'loginUrl'>,
  authority: string | undefined,
): Agreement {
  return {
    address: new URL(url).origin,
    login: new URL(loginUrl).origin,
    ...(authority === undefined ? {} : { authority }),
  };
}
