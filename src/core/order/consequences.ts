import { finished } from '../util/finished.ts';
import { fewRules } from './fewRules.ts';
import { searchBudget } from './findPoint.ts';
import { Handovers, type Compared, type Consequences } from './handovers.ts';
import { inLane, lanesOf } from './lanes.ts';
import type { OrderedRule } from './orderedRule.ts';
import { ScopeClasses } from './scopeClasses.ts';
import { Work } from './work.ts';

/** Looks at pairs of collections and patterns, and steps of searches, at most: a few seconds. */
const mostWork = 40_000_000;

/**
 * What an order of rules decides otherwise than another: every pair of rules between which something changes hands, each with
 * an example. `counterparts` has, for each place in `before`, the place in `after` of the same rule, or undefined.
 *
 * Two rules that stay in their order and as they are never hand anything to each other: only pairs with a rule that moved,
 * changed, came or went are looked at.
 */
export function consequences(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
  counterparts: readonly (number | undefined)[],
  budget: number = searchBudget,
  work = new Work(mostWork),
): Consequences {
  return finished(consequenceSteps(before, after, counterparts, budget, work));
}

/** The same in short steps. */
export function* consequenceSteps(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
  counterparts: readonly (number | undefined)[],
  budget: number = searchBudget,
  work = new Work(mostWork),
): Generator<void, Consequences, void> {
  const lanes = new Set([...lanesOf(before), ...lanesOf(after)]);
  const limits = { budget, work, classes: new ScopeClasses(work) };
  if (lanes.size < 2) {
    const told = yield* new Handovers({ before, after, counterparts }, limits).steps();
    keepShapes();
    return told;
  }
  const each: Consequences[] = [];
  for (const lane of lanes) {
    const compared: Compared = {
      before: inLane(before, lane),
      after: inLane(after, lane),
      counterparts,
      lane: { name: lane },
    };
    each.push(yield* new Handovers(compared, limits).steps());
  }
  const pairs = new Map(
    each.flatMap(({ changes }) => changes).map((change) => [`${change.from} ${change.to}`, change]),
  );
  const hard = each.flatMap(({ gaveUp }) => gaveUp ?? []);
  const reasons = new Set(each.flatMap(({ notKnown }) => notKnown ?? []));
  return {
    changes: [...pairs.values()],
    ...(reasons.size > 0 && { notKnown: [...reasons] }),
    isComplete: each.every(({ isComplete }) => isComplete),
    ...(each.some(({ gaveUp }) => gaveUp) && { gaveUp: hard }),
  };
}

/** See `fewRules`. */
const shapes: unknown[] = [];

function keepShapes(): void {
  if (shapes.length === 0) {
    const before = fewRules();
    const counterparts = [...before.keys()].toReversed();
    const work = new Work(mostWork);
    const limits = { budget: searchBudget, work, classes: new ScopeClasses(work) };
    const handovers = new Handovers({ before, after: before.toReversed(), counterparts }, limits);
    shapes.push(handovers, finished(handovers.steps()));
  }
}
