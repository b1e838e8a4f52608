import type { l10n } from 'vscode';
import { isMilder as isMilderChange } from '../../core/order/effect/change.ts';
import { wayWords } from '../../core/order/effect/changeWays.ts';
import { effectWords } from '../../core/order/effect/effectOf.ts';
import { exampleWords } from '../../core/order/exampleWords.ts';
import type { NamedRule } from '../../core/order/orderFindings.ts';
import type { PolicyConsequences, RuleConsequence } from '../../core/order/policyConsequences.ts';

/** Handed in, so that this file runs without the editor. */
type L10n = Pick<typeof l10n, 't'>;

/** Whether something becomes milder. */
export function isMilder(told: PolicyConsequences | undefined): boolean {
  return told?.consequences.some(isMilderChange) ?? false;
}

/** What a move changes, in one line: `3 scopes change hands, 1 becomes milder: image registry.example/payments/api`. */
export function moveWords(told: PolicyConsequences | undefined, l10n: L10n): string {
  const count = moveCounts(told, l10n);
  const [first] = told?.decisionsChange === undefined ? [] : told.consequences;
  return first ? l10n.t('{0}: {1}', count, exampleWords(first.example)) : count;
}

/** The same without the example, where there is little space. */
export function moveCounts(told: PolicyConsequences | undefined, l10n: L10n): string {
  if (told?.decisionsChange === undefined) {
    return l10n.t('not known what changes hands');
  }
  const { consequences, isComplete } = told;
  const { length } = consequences;
  if (length === 0) {
    return l10n.t('nothing changes hands');
  }
  const count = isComplete
    ? length === 1
      ? l10n.t('1 scope changes hands')
      : l10n.t('{0} scopes change hands', length)
    : length === 1
      ? l10n.t('at least 1 scope changes hands')
      : l10n.t('at least {0} scopes change hands', length);
  return l10n.t('{0}, {1}', count, milderWords(told, l10n));
}

function milderWords({ consequences, isComplete }: PolicyConsequences, l10n: L10n): string {
  const milder = consequences.filter(isMilderChange).length;
  const unclear = consequences.filter(({ change }) => change === 'not known').length;
  if (milder > 0) {
    const certain = milder === 1 ? l10n.t('1 becomes milder') : l10n.t('{0} become milder', milder);
    return unclear > 0 ? l10n.t('{0}, {1} may', certain, unclear) : certain;
  }
  return unclear > 0
    ? l10n.t('{0} may become milder', unclear)
    : isComplete
      ? l10n.t('none becomes milder')
      : l10n.t('more is not known');
}

/** One of the changes: between which rules, and what is done before and after. */
export function handOverWords(
  { from, to, before, after, change, ways, example }: RuleConsequence,
  l10n: L10n,
): { readonly label: string; readonly description: string; readonly detail: string } {
  const name = (rule: NamedRule | undefined): string => (rule ? `"${rule.name}"` : l10n.t('no rule'));
  const [old, now] = [effectWords(before), effectWords(after)];
  const how = {
    milder: l10n.t('milder'),
    stricter: l10n.t('stricter'),
    same: l10n.t('the same is done'),
    mixed: l10n.t('milder in one way, stricter in another'),
    'not known': l10n.t('may be milder'),
  }[change];
  return {
    label: `${name(from)} → ${name(to)}`,
    description: how,
    detail: [
      old === now ? now : `${old} → ${now}`,
      ...(ways ? [wayWords(ways)] : []),
      exampleWords(example),
    ].join(' · '),
  };
}
