import { l10n } from '../../core/util/l10n.ts';
import type { Verdict } from '../../core/sync/outcomes.ts';

/** How a push ended. */
export function verdictWords(verdict: Verdict | undefined): string {
  const words: Readonly<Record<Verdict, string>> = {
    applied: l10n.t('applied'),
    'not-applied': l10n.t('not applied'),
    'foreign-change': l10n.t('different'),
    unknown: l10n.t('unknown'),
  };
  return verdict === undefined ? l10n.t('unresolved') : words[verdict];
}
