import * as vscode from 'vscode';
import type { ConsoleEntry } from '../model/consoleFile.ts';
import { confirm } from '../platform/dialogs.ts';

/** The file of authorities comes with the repository: whoever is about to type a key says that these may vouch. */
export async function confirmAuthority(
  { caFile }: Pick<ConsoleEntry, 'caFile'>,
  origins: readonly string[],
  authority: string | undefined,
): Promise<void> {
  if (authority !== undefined) {
    await confirm({
      message: vscode.l10n.t(
        'Trust the certificate authority of {0} for {1}?',
        caFile ?? '',
        origins.join(', '),
      ),
      detail: [
        vscode.l10n.t('Fingerprint (SHA-256): {0}', authority),
        '',
        vscode.l10n.t(
          'Whoever has the key of this authority can read what you send there, secrets included. You are asked again when the file says something else.',
        ),
      ].join('\n'),
      verb: vscode.l10n.t('Trust'),
    });
  }
}
