import * as vscode from 'vscode';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import { confirm } from '../platform/dialogs.ts';
import type { Agreement } from '../platform/secrets.ts';

/**
 * Asks before a person types a key, because addresses and the file of authorities come with the repository.
 * The person confirms an own certificate authority, and each change since the last sign-in.
 */
export async function confirmAgreement(
  { name, caFile }: Pick<ConsoleEntry, 'name' | 'caFile'>,
  agreement: Agreement,
  agreed: readonly Agreement[],
): Promise<void> {
  const previous = closestAgreement(agreed, agreement);
  const verb = vscode.l10n.t('Trust');
  const warning =
    agreement.authority === undefined
      ? []
      : [
          '',
          vscode.l10n.t(
            "The owner of this authority's key can read everything you send there, secrets included. Ordinance asks again when the file changes.",
          ),
        ];
  if (previous) {
    await confirm({
      message: vscode.l10n.t(
        'The address of {0} changed since you signed in. Trust the new address in ordinance.yaml?',
        name,
      ),
      detail: [...changes(agreement, previous), ...warning],
      verb,
    });
  } else if (agreement.authority !== undefined) {
    const places = [...new Set([agreement.address, agreement.login])].join(', ');
    await confirm({
      message: vscode.l10n.t('Trust the certificate authority of {0} for {1}?', caFile ?? '', places),
      detail: [vscode.l10n.t('Fingerprint (SHA-256): {0}', agreement.authority), ...warning],
      verb,
    });
  }
}

/**
 * The earlier agreement that is most like this one; undefined without any, or when this one is among them. `agreed` is in the order of
 * time, the latest last.
 */
export function closestAgreement(agreed: readonly Agreement[], now: Agreement): Agreement | undefined {
  const likenessOf = (earlier: Agreement): number =>
    [
      earlier.address === now.address,
      earlier.login === now.login,
      earlier.authority === now.authority,
    ].filter(Boolean).length;
  if (agreed.some((earlier) => likenessOf(earlier) === 3)) {
    return undefined;
  }
  return agreed.toReversed().toSorted((a, b) => likenessOf(b) - likenessOf(a))[0];
}

function changes(agreement: Agreement, previous: Agreement): readonly string[] {
  const own = vscode.l10n.t('from this computer');
  const lines = [
    { what: vscode.l10n.t('Address'), is: agreement.address, was: previous.address },
    { what: vscode.l10n.t('Login'), is: agreement.login, was: previous.login },
    {
      what: vscode.l10n.t('Certificate authority (SHA-256)'),
      is: agreement.authority ?? own,
      was: previous.authority ?? own,
    },
  ];
  return lines.map(({ what, is, was }) =>
    is === was ? vscode.l10n.t('{0}: {1}', what, is) : vscode.l10n.t('{0}: {1} (was {2})', what, is, was),
  );
}
