import { IncrementalOrder } from '../../order/incrementalOrder.ts';
import { plainChange, together, type Change } from '../../order/effect/change.ts';
import { effectChange } from '../../order/effect/effectChange.ts';
import { analyzeLaneSteps } from '../../order/lanes.ts';
import { moveConsequenceSteps } from '../../order/moveConsequences.ts';
import type { NamedScope, OrderedRule } from '../../order/orderedRule.ts';
import type { OrderFinding } from '../../order/orderFinding.ts';
import { placeOf, ruleAt, type NamedRule, type RuleFinding } from '../../order/orderFindings.ts';
import { namesOf } from '../../order/orderWords.ts';
import { handedOver, type ActingList } from '../../order/policyConsequences.ts';
import { moveIndices } from '../../policy/reorder.ts';

/** Whether a decision becomes weaker by an edit, be it only in part. */
export type Weaker = 'none' | 'some' | 'unknown';

/** What an edit for one rule costs elsewhere. */
export interface Cost {
  /** Rules that decide for nothing after it, and did before. */
  readonly idle: readonly NamedRule[];
  readonly weaker: Weaker;
}

/** To where a rule can be moved, above the rule at `to`. */
export interface WayUp extends Cost {
  readonly to: number;
}

/**
 * The lowest place at which a rule gets its turn: above one of the rules because of which it does not. The higher a rule goes
 * the more it takes from others, so no place costs less. Undefined where none helps.
 */
export function* wayUp(list: ActingList, finding: RuleFinding): Generator<void, WayUp | undefined, void> {
  const { index } = finding.rule;
  const { rules } = list;
  // What is below has no part in it.
  const above = rules.slice(0, index + 1);
  for (const { index: to } of finding.by.toReversed()) {
    const order = moveIndices(above.length, [index], to);
    const moved = order.flatMap((place) => above[place] ?? []);
    const found = yield* findingsIn(moved);
    if (!isAmong(found, moved, finding, to)) {
      const dead = new Set((yield* findingsIn(above)).filter(isDead).map(({ rule }) => above[rule]));
      const idle = found.filter((one) => one.rule !== to && isDead(one) && !dead.has(moved[one.rule]));
      return {
        to,
        idle: idle.map(({ rule }) => placeOf(list, order[rule] ?? rule)),
        weaker: yield* weakerByMove(list, index, to),
      };
    }
  }
  return undefined;
}

/** What a fix costs, in words to go behind its name. */
export function costWords({ idle, weaker }: Cost): readonly string[] {
  return [...(idle.length === 0 ? [] : [`${namesOf(idle)} would then never apply`]), ...weakerWords[weaker]];
}

const weakerWords: Readonly<Record<Weaker, readonly string[]>> = {
  none: [],
  some: ['some decisions would become weaker'],
  unknown: ['some decisions may become weaker'],
};

/** What it costs when the rule at `place` names no more than these of its collections; undefined where it does not help. */
export function* costOfNarrowing(
  list: ActingList,
  finding: RuleFinding,
  place: number,
  scopes: readonly NamedScope[],
): Generator<void, Cost | undefined, void> {
  const { index } = finding.rule;
  const rules = list.rules.map((rule, at) => (at === place ? { ...rule, scopes } : rule));
  // What is below has no part in it.
  const found = yield* findingsIn(rules.slice(0, index + 1));
  if (isAmong(found, rules, finding, index)) {
    return undefined;
  }
  const { consequences, isComplete } = yield* handedOver(list, { ...list, rules }, [...rules.keys()]);
  return {
    // It takes less from all others; what is left of it may be theirs.
    idle: found.some((one) => one.rule === place && isDead(one)) ? [placeOf(list, place)] : [],
    weaker: weakerAmong(consequences, isComplete),
  };
}

/** Whether a decision becomes weaker by a move up. Everything that changes hands does so from a rule it passes to the one. */
function* weakerByMove(list: ActingList, from: number, to: number): Generator<void, Weaker, void> {
  const own = ruleAt(list, from);
  const passed = Array.from({ length: from - to }, (_, at) => to + at);
  const mayBecome = passed.some(
    (place) => list.rules[place]?.enabled && !isHarmless(effectChange(list.kind, ruleAt(list, place), own)),
  );
  yield;
  if (!mayBecome) {
    return 'none';
  }
  const order = moveIndices(list.rules.length, [from], to);
  const { consequences, isComplete } = yield* moveConsequenceSteps(list, order);
  return weakerAmong(consequences, isComplete);
}

function weakerAmong(changes: readonly { readonly change: Change }[], isComplete: boolean): Weaker {
  const all = together([
    ...changes.map(({ change }) => change),
    isComplete ? plainChange.same : plainChange.unknown,
  ]);
  return all.someWeaker ? 'some' : isHarmless(all) ? 'none' : 'unknown';
}

function isHarmless({ someWeaker, someUnknown }: Change): boolean {
  return !someWeaker && !someUnknown;
}

function* findingsIn(rules: readonly OrderedRule[]): Generator<void, readonly OrderFinding[], void> {
  const { findings } = yield* analyzeLaneSteps(rules, new IncrementalOrder(), {});
  return findings;
}

function isDead({ kind }: OrderFinding): boolean {
  return kind === 'dead' || kind === 'redundant';
}

/** A rule that is not wholly dead any more, or has its collection or its connections back, is mended. */
function isAmong(
  found: readonly OrderFinding[],
  rules: readonly OrderedRule[],
  { code, collection, connections }: RuleFinding,
  place: number,
): boolean {
  return found.some((one) => {
    if (one.rule !== place) {
      return false;
    }
    const scope = one.kind === 'partly-dead' ? rules[place]?.scopes[one.scope] : undefined;
    const isSame = collection
      ? one.kind === 'partly-dead' && one.scope === collection.index
      : scope?.ends?.source === connections?.source && scope?.ends?.destination === connections?.destination;
    return isDead(one) || (code === 'partly-shadowed-rule' && scope !== undefined && isSame);
  });
}
