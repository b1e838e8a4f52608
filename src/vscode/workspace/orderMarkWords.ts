import { l10n } from '../../core/util/l10n.ts';
import type { OrderMark } from '../../core/order/ruleFindings.ts';

/** True when rules above match everything the rule covers, and act differently. */
export function isShadowed(found: readonly OrderMark[]): boolean {
  return found.some(({ code }) => code === 'shadowed-rule');
}

/** True when rules above do the same for everything the rule covers. */
export function isRedundant(found: readonly OrderMark[]): boolean {
  return found.some(({ code }) => code === 'redundant-rule');
}

/**
 * The shadowed part of a rule with this number of collections; undefined if nothing is shadowed, or if it is
 * unknown.
 */
export function orderMarkWords(found: readonly OrderMark[], collections: number): string | undefined {
  if (isShadowed(found)) {
    return l10n.t('never applies');
  }
  if (isRedundant(found)) {
    return l10n.t('redundant: the rules above do the same');
  }
  const lost = new Set(
    found.flatMap(({ code, collection }) =>
      code === 'partly-shadowed-rule' ? (collection?.index ?? []) : [],
    ),
  ).size;
  return lost === 0 || lost > collections
    ? undefined
    : l10n.t('applies in {0} of its {1} collections', collections - lost, collections);
}
