import type * as vscode from 'vscode';
import { authorityOf as authorityOfPem } from '../../core/consoleFile/connectionOf.ts';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import { readAuthorityFile } from '../../core/sync/store/consoleFileText.ts';
import type { Agreement } from '../platform/secrets.ts';

/**
 * The fingerprint of the current certificate authorities of a console. Throws ExpectedError when the file
 * cannot be read.
 */
export async function authorityOf(
  entry: Pick<ConsoleEntry, 'caFile'>,
  folder: vscode.Uri,
): Promise<string | undefined> {
  return authorityIn(await authorityText(entry, folder));
}

/** The fingerprint of the certificate authorities in a text; undefined without a text. */
export function authorityIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : authorityOfPem(text);
}

/** The current text of the file of certificate authorities; undefined when the console names none. */
export async function authorityText(
  { caFile }: Pick<ConsoleEntry, 'caFile'>,
  folder: vscode.Uri,
): Promise<string | undefined> {
  return caFile === undefined ? undefined : readAuthorityFile(folder.fsPath, caFile);
}

/** The addresses and the certificate authority for which a person typed the key of a console. */
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
