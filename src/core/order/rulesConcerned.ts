import type { Affected } from './affected.ts';
import { touchedRules } from './touchedRules.ts';
import type { OrderedRule } from './orderedRule.ts';
import { placeOf, type NamedRule } from './orderFindings.ts';
import type { PolicyConsequences } from './policyConsequences.ts';
import type { ListOrder } from './policyOrder.ts';

export interface RulesConcerned {
  /** Places of rules as they are, no more than may be asked; those that tell most come first. */
  readonly asked: readonly number[];
  /** More of them. Everything that changes hands is named by one that is asked, by one of these, or by what is `unlisted`. */
  readonly beyond: readonly number[];
  /** Rules as they would be that are given something which no rule has now: nobody can be asked what that is. */
  readonly unlisted: readonly NamedRule[];
}

/**
 * Few rules whose resources tell what is affected: what a rule does it does to what it names; what changes hands is named by the rule that has it, and by the one that
 * gets it, so one of the two is asked. Where not everything is known, all are that move, change what they name, come or go:
 * nothing changes hands between others. Where that is too many, or would not tell everything, a rule for everything is asked
 * instead, if there is one.
 */
export function rulesConcerned(
  before: ListOrder,
  after: ListOrder,
  counterparts: readonly (number | undefined)[],
  affected: Pick<Affected, 'originOf' | 'sameRule'>,
  told: Pick<PolicyConsequences, 'consequences' | 'effectChanges' | 'isComplete'>,
  most: number,
): RulesConcerned {
  const asked = new Set<number>();
  const unlisted = new Map<number, NamedRule>();
  if (!told.isComplete) {
    const touched = touchedRules(before.rules, after.rules, counterparts);
    touched.before.forEach((place) => asked.add(place));
    for (const to of touched.after) {
      const origin = affected.originOf(to);
      if (origin !== undefined) {
        asked.add(origin);
      } else if (after.rules[to]?.enabled) {
        unlisted.set(to, placeOf(after, to));
      }
    }
  }
  // What a rule keeps it has now.
  const pairs: (readonly number[])[] = told.effectChanges.flatMap(({ rule }) => {
    const from = affected.sameRule(rule.index);
    return from === undefined ? [] : [[from]];
  });
  for (const { from, to } of told.consequences) {
    const origin = to && affected.originOf(to.index);
    const either = [from?.index, origin].filter((place) => place !== undefined);
    if (either.length > 0) {
      pairs.push(either);
    } else if (to) {
      unlisted.set(to.index, placeOf(after, to.index));
    }
  }
  const left = cover(pairs, asked, most);
  const all = [...new Set([...asked, ...left])];
  const whole = before.rules.findIndex((rule) => rule.enabled && rule.name !== '' && namesEverything(rule));
  if (whole >= 0 && (all.length > most || unlisted.size > 0)) {
    return { asked: [whole], beyond: [], unlisted: [] };
  }
  return { asked: all.slice(0, most), beyond: all.slice(most), unlisted: [...unlisted.values()] };
}

function namesEverything({ scopes }: OrderedRule): boolean {
  return scopes.some(({ box }) => box?.every((values) => values === undefined));
}

/**
 * Adds rules to `asked` until each pair has one, or there are too many: next the one that is in most of the pairs that have none.
 * Returns one rule of each pair that still has none.
 */
function cover(pairs: readonly (readonly number[])[], asked: Set<number>, most: number): readonly number[] {
  let open = pairs;
  for (;;) {
    open = open.filter((pair) => !pair.some((place) => asked.has(place)));
    const counts = new Map<number, number>();
    for (const place of open.flat()) {
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    const [next] = [...counts].toSorted(([, one], [, other]) => other - one);
    if (!next || asked.size >= most) {
      return open.flatMap((pair) => pair.slice(0, 1));
    }
    asked.add(next[0]);
  }
}
