import { l10n } from '../../core/util/l10n.ts';
import {
  changeCounts,
  changeWords,
  isWeaker as isWeakerChange,
  type ChangeCounts,
} from '../../core/order/effect/change.ts';
import { wayWords } from '../../core/order/effect/effectChange.ts';
import { exampleWords } from '../../core/order/example.ts';
import type { NamedRule } from '../../core/order/ruleFindings.ts';
import type { PolicyDecisionChanges, ReplacedRule } from '../../core/order/policyDecisionChanges.ts';

/** True when a decision becomes weaker, also in part. */
export function isWeaker(changes: PolicyDecisionChanges | undefined): boolean {
  return changes?.decisions.some(isWeakerChange) ?? false;
}

/**
 * The changed decisions of a move in one line: `3 changed decisions, 1 becomes weaker. Example: image
 * registry.example/payments/api`.
 */
export function moveWords(changes: PolicyDecisionChanges | undefined): string {
  const count = moveCounts(changes);
  const [first] = changes?.decisionsChange === undefined ? [] : changes.decisions;
  return first ? l10n.t('{0}. Example: {1}', count, exampleWords(first.example)) : count;
}

/** The changed decisions without an example, for small places. */
export function moveCounts(changes: PolicyDecisionChanges | undefined): string {
  if (changes?.decisionsChange === undefined) {
    return l10n.t('changed decisions unknown');
  }
  const { decisions, isComplete } = changes;
  const { length } = decisions;
  if (length === 0) {
    return l10n.t('no changed decisions');
  }
  const count = isComplete
    ? length === 1
      ? l10n.t('1 changed decision')
      : l10n.t('{0} changed decisions', length)
    : length === 1
      ? l10n.t('at least 1 changed decision')
      : l10n.t('at least {0} changed decisions', length);
  const weaker = weakerWords(changeCounts(decisions));
  const none = isComplete ? l10n.t('none becomes weaker') : l10n.t('more is unknown');
  return l10n.t('{0}, {1}', count, weaker === '' ? none : weaker);
}

/** One changed decision in words. */
interface ChangeRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** Describes a changed decision: the two rules, and the actions before and after. Longer names are cut. */
export function changedDecisionWords(
  { from, to, before, after, change, ways, example }: ReplacedRule,
  maxNameLength = Infinity,
): ChangeRow {
  const name = (rule: NamedRule | undefined): string =>
    rule ? `"${cutAt(rule.name, maxNameLength)}"` : l10n.t('no rule');
  return {
    label: `${name(from)} → ${name(to)}`,
    description: changeWords(change),
    // The ways of the change come before the actions, because a row may be cut off.
    detail: [
      ...(ways ? [wayWords(ways)] : []),
      before === after ? after : `${before} → ${after}`,
      exampleWords(example),
    ].join(' · '),
  };
}

function cutAt(name: string, length: number): string {
  return name.length > length ? `${name.slice(0, length)}…` : name;
}

/** The length limit of a name in a row, whose first line has space for two names. */
const MAX_NAME_LENGTH = 40;

/** A changed decision as a row of a list, with the actions below the names. */
export function changedDecisionRow(changed: ReplacedRule): Omit<ChangeRow, 'description'> {
  const { label, description, detail } = changedDecisionWords(changed, MAX_NAME_LENGTH);
  // The ways already say it.
  return { label, detail: changed.ways ? detail : l10n.t('{0}: {1}', description, detail) };
}

/** `1 becomes weaker, 2 mixed`; empty when every change is known to be no weaker. */
export function weakerWords({
  weaker,
  mixed,
  unknown,
}: Pick<ChangeCounts, 'weaker' | 'mixed' | 'unknown'>): string {
  return [
    ...(weaker > 0 ? [weaker === 1 ? l10n.t('1 becomes weaker') : l10n.t('{0} become weaker', weaker)] : []),
    ...(mixed > 0 ? [l10n.t('{0} mixed', mixed)] : []),
    ...(unknown > 0 ? [l10n.t('{0} unknown', unknown)] : []),
  ].join(', ');
}
