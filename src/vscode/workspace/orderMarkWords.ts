import { l10n } from '../../core/util/l10n.ts';
import type { OrderFinding } from '../../core/order/orderAnalysis.ts';
import type { RuleAction } from '../../core/order/effect/effectWords.ts';

/** True when rules above match everything the rule covers, and act differently. */
export function isShadowed(findings: readonly OrderFinding[] = []): boolean {
  return findings.some(({ kind }) => kind === 'shadowed-rule');
}

/** True when rules above do the same for everything the rule covers. */
export function isRedundant(findings: readonly OrderFinding[] = []): boolean {
  return findings.some(({ kind }) => kind === 'redundant-rule');
}

/**
 * The shadowed part of a rule with this number of collections; undefined if nothing is shadowed, or if it is
 * unknown.
 */
export function orderMarkWords(
  findings: readonly OrderFinding[] = [],
  collections: number,
): string | undefined {
  if (isShadowed(findings)) {
    return l10n.t('never applies');
  }
  if (isRedundant(findings)) {
    return l10n.t('redundant: the rules above do the same');
  }
  const lost = new Set(
    findings.flatMap((finding) => (finding.kind === 'partly-shadowed-rule' ? finding.scope : [])),
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
