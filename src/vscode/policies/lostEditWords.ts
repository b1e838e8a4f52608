import * as vscode from 'vscode';
import type { LostChange } from '../../core/sync/outcomes.ts';

/** Names that a dialog has space for. */
const shownNames = 12;

/** What of a file is gone when it is overwritten, a line each. `lost`: undefined where the text has no single meaning. */
export function lostEditWords(lost: readonly LostChange[] | undefined): string[] {
  if (!lost) {
    return [vscode.l10n.t('What is written in it cannot be read as a policy, so all of it is replaced.')];
  }
  const more = lost.length - shownNames;
  return [
    ...lost.slice(0, shownNames).map(words),
    ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : []),
  ];
}

function words({ rule, change }: LostChange): string {
  if (rule === undefined) {
    return vscode.l10n.t('Members of the document, changed here, are changed back');
  }
  const said: Readonly<Record<LostChange['change'], string>> = {
    add: vscode.l10n.t('"{0}", added here, is removed', rule),
    remove: vscode.l10n.t('"{0}", removed here, comes back', rule),
    change: vscode.l10n.t('"{0}", changed here, is overwritten', rule),
    move: vscode.l10n.t('"{0}", moved here, is moved back', rule),
    rename: vscode.l10n.t('"{0}", renamed here, is renamed again', rule),
    document: rule,
    unknown: vscode.l10n.t('"{0}" is removed, changed or moved', rule),
  };
  return said[change];
}
