import type { Change, MilderCounts } from '../../core/order/effect/change.ts';
import type { L10n } from '../platform/l10n.ts';

/** What becomes of what is done, as plans say it. Handed the translations, so that this file runs without the editor. */
export function changeWords(change: Change, l10n: L10n): string {
  const words: Readonly<Record<Change, string>> = {
    milder: l10n.t('milder'),
    stricter: l10n.t('stricter'),
    same: l10n.t('the same is done'),
    mixed: l10n.t('milder in one way, stricter in another'),
    'not known': l10n.t('not known whether milder'),
  };
  return words[change];
}

/** `1 becomes milder, 2 become milder in one way and stricter in another`; empty where none is known to, or may. */
export function milderWords({ milder, mixed, unclear }: MilderCounts, l10n: L10n): string {
  const isSure = milder > 0 && mixed === 0;
  return [
    ...(milder > 0 ? [milder === 1 ? l10n.t('1 becomes milder') : l10n.t('{0} become milder', milder)] : []),
    ...(mixed > 0
      ? [
          mixed === 1
            ? l10n.t('1 becomes milder in one way and stricter in another')
            : l10n.t('{0} become milder in one way and stricter in another', mixed),
        ]
      : []),
    ...(unclear > 0 ? [isSure ? l10n.t('{0} may', unclear) : l10n.t('{0} may become milder', unclear)] : []),
  ].join(', ');
}
