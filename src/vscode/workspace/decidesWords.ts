import { l10n } from '../../core/util/l10n.ts';
import type { OrderMark } from '../../core/order/ruleFindings.ts';

/** Whether its place leaves a rule nothing to decide, and something else is done instead. */
export function isDead(found: readonly OrderMark[]): boolean {
  return found.some(({ code }) => code === 'shadowed-rule');
}

/** Whether its place leaves a rule nothing to decide, and the same is done all the same. */
export function isRedundant(found: readonly OrderMark[]): boolean {
  return found.some(({ code }) => code === 'redundant-rule');
}

/** What its place keeps from a rule with so many collections; undefined when that is nothing, or not known. */
export function decidesWords(found: readonly OrderMark[], collections: number): string | undefined {
  if (isDead(found)) {
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
