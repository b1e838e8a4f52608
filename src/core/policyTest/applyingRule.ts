import { effectOf, effectWords } from '../order/effect/effectOf.ts';
import { namedRuleAt, ruleAt } from '../order/ruleFindings.ts';
import type { ListOrder } from '../order/orderReader.ts';
import type { Side } from './policyTest.ts';
import { unmetWords, type ApplyingRule, type Expectation } from './expect/expectation.ts';
import type { TestedPolicy } from './testedPolicy.ts';
import type { PlacedRule } from './testResult.ts';

/** Returns the list with the rule that applies: a network policy has one for containers and one for hosts. */
export function listFor({ lists }: TestedPolicy, from?: Side): ListOrder {
  const list = from === undefined ? lists[0] : lists.find(({ array }) => array === `${from}Rules`);
  if (!list) {
    throw new TypeError('a policy has a list of rules');
  }
  return list;
}

export function applyingRuleAt(list: ListOrder, place: number | undefined): ApplyingRule {
  const rule = ruleAt(list, place);
  return place === undefined || !rule ? undefined : { name: namedRuleAt(list, place).name, rule };
}

export function placedRule(list: ListOrder, place: number): PlacedRule {
  return { array: list.array, ...namedRuleAt(list, place) };
}

/**
 * `"payments" (#3) applies: blocks from high`; an unmet clause replaces the action: `… applies: check 41:
 * alert`.
 */
export function appliesWords(list: ListOrder, place: number | undefined, expect: Expectation): string {
  const effect =
    unmetWords(expect, applyingRuleAt(list, place)) ?? effectWords(effectOf(list.kind, ruleAt(list, place)));
  return place === undefined ? `no rule applies: ${effect}` : `${namedRule(list, place)} applies: ${effect}`;
}

export function namedRule(list: ListOrder, place: number): string {
  const { name, index } = namedRuleAt(list, place);
  return name === '' ? `rule #${index + 1}` : `"${name}" (#${index + 1})`;
}

/** `"a" (#1), "b" (#2) or 3 more`. */
export function namedRules(list: ListOrder, places: readonly (number | undefined)[]): string {
  const names = places.map((place) => (place === undefined ? 'none' : namedRule(list, place)));
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? (shown[0] ?? 'none') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
