import * as vscode from 'vscode';
import type { Destination } from '../../core/consoles/destination.ts';

/** Where a push goes, and to whom, as somebody reads it who is about to say yes. What is usual is left out. */
export function destinationWords(destination: Destination | undefined): string[] {
  if (destination === undefined) {
    return [];
  }
  const { url, loginUrl, apiVersion, project, auth, paths, authority, unverified } = destination;
  return [
    project === undefined
      ? vscode.l10n.t('To {0}', `${url}/api/v${apiVersion}`)
      : vscode.l10n.t('To {0}, project "{1}"', `${url}/api/v${apiVersion}`, project),
    ...(loginUrl === url ? [] : [vscode.l10n.t('Signed in at {0}', loginUrl)]),
    ...(auth === 'basic' ? [] : [vscode.l10n.t('Authenticated by {0}', auth)]),
    ...Object.entries(paths ?? {}).map(([id, path]) => vscode.l10n.t('Path of {0}: {1}', id, path)),
    ...(authority === undefined
      ? []
      : [vscode.l10n.t('Certificates of the authority {0} (SHA-256) are trusted', authority)]),
    ...(unverified ? [vscode.l10n.t('Certificates are NOT verified')] : []),
  ];
}
