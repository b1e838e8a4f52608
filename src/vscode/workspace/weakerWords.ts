import { l10n } from '../../core/util/l10n.ts';
import { changeWord, isRestUnknown, type Change, type ChangeCounts } from '../../core/order/effect/change.ts';

/** A change in the words of plans. Handed the translations, so that this file runs without the editor. */
export function changeWords(change: Change): string {
  const isPartial = isRestUnknown(change);
  switch (changeWord(change)) {
    case 'weaker':
      return isPartial ? l10n.t('weaker, rest unknown') : l10n.t('weaker');
    case 'mixed':
      return isPartial ? l10n.t('mixed, rest unknown') : l10n.t('mixed');
    case 'stricter':
      return l10n.t('stricter');
    case 'same':
      return l10n.t('same action');
    case 'unknown':
    default:
      return l10n.t('unknown');
  }
}

/** `1 becomes weaker, 2 mixed`; empty where no change is known to be weaker, or may be. */
export function weakerWords({
  weaker,
  mixed,
  unknown,
}: Pick<ChangeCounts, 'weaker' | 'mixed' | 'unknown'>): string {
  return [
    ...(weaker > 0 ? [weaker === 1 ? l10n.t('1 becomes weaker') : l10n.t('{0} become weaker', weaker)] : []),
    ...(mixed > 0 ? [l10n.t('{0} mixed', mixed)] : []),
    ...(unknown > 0 ? [l10n.t('{0} unknown', unknown)] : []),
  ].join(', ');
}
