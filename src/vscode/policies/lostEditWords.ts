import * as vscode from 'vscode';
import type { LostChange } from '../../core/sync/outcomes.ts';

/** Names that a dialog has space for. */
const shownNames = 12;

/** What of a file is gone when it is overwritten, a line each. `lost`: undefined where the text has no single meaning. */
export function lostEditWords(lost: readonly LostChange[] | undefined): string[] {
  if (!lost) {
    return [
      vscode.l10n.t(
        'What is written in it cannot be read as a policy, so all of it is replaced, comments, too.',
      ),
    ];
  }
  const [first] = lost;
  if (!first) {
    return [];
  }
  const more = lost.length - shownNames;
  return [
    '',
    first.change === 'unknown' || first.change === 'perhaps-removed'
      ? vscode.l10n.t(
          'It is not known what it was made from. Removed, changed, moved or brought back would be:',
        )
      : vscode.l10n.t('Lost would be:'),
    ...lost.slice(0, shownNames).map(words),
    ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : []),
  ];
}

function words({ rule, change }: LostChange): string {
  if (rule === undefined) {
    return change === 'unknown'
      ? vscode.l10n.t('members outside the rules')
      : vscode.l10n.t('members outside the rules, changed here');
  }
  const said: Readonly<Record<LostChange['change'], string>> = {
    add: vscode.l10n.t('"{0}", added here', rule),
    remove: vscode.l10n.t('"{0}", removed here', rule),
    change: vscode.l10n.t('"{0}", changed here', rule),
    move: vscode.l10n.t('"{0}", moved here', rule),
    rename: vscode.l10n.t('"{0}", renamed here', rule),
    document: rule,
    unknown: `"${rule}"`,
    'perhaps-removed': vscode.l10n.t('"{0}", which it does not have', rule),
  };
  return said[change];
}
