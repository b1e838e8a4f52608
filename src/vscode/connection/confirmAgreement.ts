import * as vscode from 'vscode';
import type { ConsoleEntry } from '../../core/consoles/consoleEntry.ts';
import { confirm } from '../platform/dialogs.ts';
import type { Agreement } from '../platform/secrets.ts';

/**
 * Addresses and the file of authorities come with the repository: whoever is about to type a key says that these authorities
 * may vouch, and that this is meant where a key of theirs was typed for something else.
 */
export async function confirmAgreement(
  { name, caFile }: Pick<ConsoleEntry, 'name' | 'caFile'>,
  now: Agreement,
  instead: Agreement | undefined,
): Promise<void> {
  const verb = vscode.l10n.t('Trust');
  const warning =
    now.authority === undefined
      ? []
      : [
          '',
          vscode.l10n.t(
            'Whoever has the key of this authority can read what you send there, secrets included. You are asked again when the file says something else.',
          ),
        ];
  if (instead) {
    await confirm({
      message: vscode.l10n.t('{0} is not what you signed in to. Trust what ordinance.yaml names now?', name),
      detail: [...changes(now, instead), ...warning],
      verb,
    });
  } else if (now.authority !== undefined) {
    const places = [...new Set([now.address, now.login])].join(', ');
    await confirm({
      message: vscode.l10n.t('Trust the certificate authority of {0} for {1}?', caFile ?? '', places),
      detail: [vscode.l10n.t('Fingerprint (SHA-256): {0}', now.authority), ...warning],
      verb,
    });
  }
}

function changes(now: Agreement, instead: Agreement): readonly string[] {
  const own = vscode.l10n.t('those of this computer');
  const lines = [
    { what: vscode.l10n.t('Address'), is: now.address, was: instead.address },
    { what: vscode.l10n.t('Login'), is: now.login, was: instead.login },
    {
      what: vscode.l10n.t('Certificate authority (SHA-256)'),
      is: now.authority ?? own,
      was: instead.authority ?? own,
    },
  ];
  return lines.map(({ what, is, was }) =>
    is === was ? vscode.l10n.t('{0}: {1}', what, is) : vscode.l10n.t('{0}: {1}, so far {2}', what, is, was),
  );
}
