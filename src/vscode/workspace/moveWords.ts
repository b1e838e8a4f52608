import type { l10n } from 'vscode';
import { effectWords } from '../../core/order/effect/effectOf.ts';
import { exampleWords } from '../../core/order/exampleWords.ts';
import type { NamedRule } from '../../core/order/orderFindings.ts';
import type { PolicyConsequences, RuleConsequence } from '../../core/order/policyConsequences.ts';

/** Handed in, so that this file runs without the editor. */
type L10n = Pick<typeof l10n, 't'>;

/** Whether something becomes milder, or may. */
export function isMilder(told: PolicyConsequences | undefined): boolean {
  return told?.consequences.some(({ change }) => change === 'milder') ?? false;
}

/** What a move changes, in one line: `3 scopes change hands, 1 becomes milder: image registry.example/payments/api`. */
export function moveWords(told: PolicyConsequences | undefined, l10n: L10n): string {
  if (told?.decisionsChange === undefined) {
    return l10n.t('not known what changes hands');
  }
  const { consequences, isComplete } = told;
  const [first] = consequences;
  if (!first) {
    return l10n.t('nothing changes hands');
  }
  const { length } = consequences;
  const count = isComplete
    ? length === 1
      ? l10n.t('1 scope changes hands')
      : l10n.t('{0} scopes change hands', length)
    : length === 1
      ? l10n.t('at least 1 scope changes hands')
      : l10n.t('at least {0} scopes change hands', length);
  return l10n.t('{0}, {1}: {2}', count, milderWords(told, l10n), exampleWords(first.example));
}

function milderWords({ consequences, isComplete }: PolicyConsequences, l10n: L10n): string {
  const milder = consequences.filter(({ change }) => change === 'milder').length;
  const unclear = consequences.filter(({ change }) => change === 'mixed' || change === 'not known').length;
  if (milder > 0) {
    return milder === 1 ? l10n.t('1 becomes milder') : l10n.t('{0} become milder', milder);
  }
  return unclear > 0
    ? l10n.t('{0} may become milder', unclear)
    : isComplete
      ? l10n.t('none becomes milder')
      : l10n.t('more is not known');
}

/** One of the changes: between which rules, and what is done before and after. */
export function handOverWords(
  { from, to, before, after, change, example }: RuleConsequence,
  l10n: L10n,
): { readonly label: string; readonly description: string; readonly detail: string } {
  const name = (rule: NamedRule | undefined): string => (rule ? `"${rule.name}"` : l10n.t('no rule'));
  const [old, now] = [effectWords(before), effectWords(after)];
  const how = {
    milder: l10n.t('milder'),
    stricter: l10n.t('stricter'),
    same: l10n.t('the same is done'),
    mixed: l10n.t('milder in a way, stricter in another'),
    'not known': l10n.t('may be milder'),
  }[change];
  return {
    label: `${name(from)} → ${name(to)}`,
    description: how,
    detail: `${old === now ? now : `${old} → ${now}`} · ${exampleWords(example)}`,
  };
}
