import { l10n } from '../../core/util/l10n.ts';
import type { Verdict } from '../../core/sync/outcomes.ts';
import type { PlanCounts } from '../../core/policy/planStep.ts';

/** The result of a push in words. */
export function pushResultWords(verdict: Verdict | undefined): string {
  const words: Readonly<Record<Verdict, string>> = {
    applied: l10n.t('applied'),
    'not-applied': l10n.t('not applied'),
    'foreign-change': l10n.t('different'),
    unknown: l10n.t('unknown'),
  };
  return verdict === undefined ? l10n.t('unresolved') : words[verdict];
}

/** "2 added, 1 moved"; "policy-level fields only" when no rule changed. */
export function countWords(counts: PlanCounts | undefined): string | undefined {
  if (!counts) {
    return undefined;
  }
  const parts = [
    counts.added > 0 ? l10n.t('{0} added', counts.added) : '',
    counts.removed > 0 ? l10n.t('{0} removed', counts.removed) : '',
    counts.changed > 0 ? l10n.t('{0} changed', counts.changed) : '',
    counts.moved > 0 ? l10n.t('{0} moved', counts.moved) : '',
    counts.renamed > 0 ? l10n.t('{0} renamed', counts.renamed) : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : l10n.t('policy-level fields only');
}
