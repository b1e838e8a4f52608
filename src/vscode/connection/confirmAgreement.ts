import * as vscode from 'vscode';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
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
            "The owner of this authority's key can read everything you send there, secrets included. Ordinance asks again when the file changes.",
          ),
        ];
  if (instead) {
    await confirm({
      message: vscode.l10n.t(
        'The address of {0} changed since you signed in. Trust the new address in ordinance.yaml?',
        name,
      ),
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
  const own = vscode.l10n.t('from this computer');
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
    is === was ? vscode.l10n.t('{0}: {1}', what, is) : vscode.l10n.t('{0}: {1} (was {2})', what, is, was),
  );
}
