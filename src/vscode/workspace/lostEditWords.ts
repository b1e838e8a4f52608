import * as vscode from 'vscode';
import type { LostChange } from '../../core/sync/outcomes.ts';

/** Names that a dialog has space for. */
const shownNames = 12;
/** The same for each of several policies. */
const namesInLine = 3;

/** What of a file is gone when it is overwritten, a line each. `lost`: undefined where the text has no single meaning. */
export function lostEditWords(lost: readonly LostChange[] | undefined): string[] {
  if (!lost) {
    return [
      vscode.l10n.t(
        'The file cannot be read as a policy, so everything in it is replaced, comments included.',
      ),
    ];
  }
  const [first] = lost;
  if (!first) {
    return [];
  }
  const lines = byRule(lost);
  const more = lines.length - shownNames;
  return [
    '',
    first.change === 'unknown' || first.change === 'perhaps-removed'
      ? vscode.l10n.t('The base is unknown. These would be removed, changed, moved or added again:')
      : vscode.l10n.t('These edits would be lost:'),
    ...lines.slice(0, shownNames).map(words),
    ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : []),
  ];
}

/** The same in one line, which names the policy; only the policy where nothing of its rules is gone. */
export function lostEditLine(policy: string, lost: readonly LostChange[] | undefined): string {
  if (!lost) {
    return vscode.l10n.t('{0}: all of it, because the file cannot be read as a policy', policy);
  }
  const all = byRule(lost).map(words);
  const more = all.length - namesInLine;
  const shown = [
    ...all.slice(0, namesInLine),
    ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : []),
  ].join('; ');
  return shown === '' ? policy : vscode.l10n.t('{0}: {1}', policy, shown);
}

/** All that was done to a rule is one line. Rules of one name are told each for itself where the same was done to them. */
function byRule(lost: readonly LostChange[]): readonly (readonly [LostChange, ...LostChange[]])[] {
  const lines: [LostChange, ...LostChange[]][] = [];
  for (const change of lost) {
    const line = lines.find(
      ([first, ...others]) =>
        first.name === change.name && [first, ...others].every((one) => one.change !== change.change),
    );
    if (line) {
      line.push(change);
    } else {
      lines.push([change]);
    }
  }
  return lines;
}

function words(changes: readonly [LostChange, ...LostChange[]]): string {
  const [{ rule, change }] = changes;
  const what = rule === undefined ? vscode.l10n.t('fields outside the rules') : `"${rule}"`;
  if (change === 'unknown') {
    return what;
  }
  const said = order.flatMap((one) => changes.filter((each) => each.change === one)).map(deed);
  const last = said.pop() ?? '';
  const deeds = said.length === 0 ? last : vscode.l10n.t('{0} and {1}', said.join(', '), last);
  return vscode.l10n.t('{0}: {1}', what, deeds);
}

/** In which order it is told what was done to a rule. */
const order: readonly LostChange['change'][] = [
  'add',
  'remove',
  'rename',
  'change',
  'document',
  'move',
  'perhaps-removed',
];

function deed({ change, previousName, changedPlacesWith: other }: LostChange): string {
  const said: Readonly<Record<LostChange['change'], string>> = {
    add: vscode.l10n.t('added'),
    remove: vscode.l10n.t('removed'),
    change: vscode.l10n.t('changed'),
    document: vscode.l10n.t('changed'),
    move: other === undefined ? vscode.l10n.t('moved') : vscode.l10n.t('changed places with "{0}"', other),
    rename:
      previousName === undefined
        ? vscode.l10n.t('renamed')
        : vscode.l10n.t('renamed from "{0}"', previousName),
    unknown: '',
    'perhaps-removed': vscode.l10n.t('not in the file'),
  };
  return said[change];
}
