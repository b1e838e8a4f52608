import { l10n } from '../../core/util/l10n.ts';
import type { OrderMark } from '../../core/order/ruleFindings.ts';
import type { RuleAction } from '../../core/order/effect/effectOf.ts';

/** True when rules above match everything the rule covers, and act differently. */
export function isShadowed(marks: readonly OrderMark[]): boolean {
  return marks.some(({ code }) => code === 'shadowed-rule');
}

/** True when rules above do the same for everything the rule covers. */
export function isRedundant(marks: readonly OrderMark[]): boolean {
  return marks.some(({ code }) => code === 'redundant-rule');
}

/**
 * The shadowed part of a rule with this number of collections; undefined if nothing is shadowed, or if it is
 * unknown.
 */
export function orderMarkWords(marks: readonly OrderMark[], collections: number): string | undefined {
  if (isShadowed(marks)) {
    return l10n.t('never applies');
  }
  if (isRedundant(marks)) {
    return l10n.t('redundant: the rules above do the same');
  }
  const lost = new Set(
    marks.flatMap(({ code, collection }) =>
      code === 'partly-shadowed-rule' ? (collection?.index ?? []) : [],
    ),
  ).size;
  return lost === 0 || lost > collections
    ? undefined
    : l10n.t('applies in {0} of its {1} collections', collections - lost, collections);
}

export function actionWords(action: RuleAction): string {
  const words: Readonly<Record<RuleAction, string>> = {
    block: l10n.t('blocks'),
    mixed: l10n.t('alerts and blocks'),
    alert: l10n.t('alerts'),
    ignore: l10n.t('ignores'),
    allow: l10n.t('allows'),
    unknown: l10n.t('not readable'),
  };
  return words[action];
}
