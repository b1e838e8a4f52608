import type { Change, WeakerCounts } from '../../core/order/effect/change.ts';
import type { L10n } from '../platform/l10n.ts';

/** What becomes of what is done, as plans say it. Handed the translations, so that this file runs without the editor. */
export function changeWords(change: Change, l10n: L10n): string {
  const words: Readonly<Record<Change, string>> = {
    weaker: l10n.t('weaker'),
    stricter: l10n.t('stricter'),
    same: l10n.t('the same is done'),
    mixed: l10n.t('weaker in one way, stricter in another'),
    unknown: l10n.t('not known whether weaker'),
  };
  return words[change];
}

/** `1 becomes weaker, 2 become weaker in one way and stricter in another`; empty where none is known to, or may. */
export function weakerWords({ weaker, mixed, unclear }: WeakerCounts, l10n: L10n): string {
  const isSure = weaker > 0 && mixed === 0;
  return [
    ...(weaker > 0 ? [weaker === 1 ? l10n.t('1 becomes weaker') : l10n.t('{0} become weaker', weaker)] : []),
    ...(mixed > 0
      ? [
          mixed === 1
            ? l10n.t('1 becomes weaker in one way and stricter in another')
            : l10n.t('{0} become weaker in one way and stricter in another', mixed),
        ]
      : []),
    ...(unclear > 0 ? [isSure ? l10n.t('{0} may', unclear) : l10n.t('{0} may become weaker', unclear)] : []),
  ].join(', ');
}
