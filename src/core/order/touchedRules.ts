import { longestIncreasing } from '../policy/reorder.ts';
import type { OrderedRule } from './orderedRule.ts';
import { matchRules } from '../policy/ruleMatch.ts';
import type { ListOrder } from './orderReader.ts';

/** Places of rules that moved, changed what they name, came or went; others never hand anything to each other. */
export interface TouchedRules {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** Rules that take part neither before nor after are not looked at. */
export function touchedRules(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
  counterparts: readonly (number | undefined)[],
): TouchedRules {
  const [old, now] = [enabledPlaces(before), enabledPlaces(after)];
  const touched = { before: new Set(old), after: new Set(now) };
  const kept = old.filter((from) => hasSameScope(before[from], after[counterparts[from] ?? -1]));
  const marks = longestIncreasing(kept.map((from) => counterparts[from] as number));
  for (const [at, from] of kept.entries()) {
    if (marks[at] === true) {
      touched.before.delete(from);
      touched.after.delete(counterparts[from] as number);
    }
  }
  return touched;
}

function enabledPlaces(rules: readonly OrderedRule[]): readonly number[] {
  return [...rules.keys()].filter((place) => rules[place]?.enabled);
}

function hasSameScope(left: OrderedRule | undefined, right: OrderedRule | undefined): boolean | undefined {
  return left === right || (left && right && left.enabled === right.enabled && namesTheSame(left, right));
}

/** Whether two rules of one reader have the same scope, also where its contents are unknown. */
export function namesTheSame(left: OrderedRule, right: OrderedRule): boolean {
  return (
    left.scopes.length === right.scopes.length &&
    left.comparisonGroup === right.comparisonGroup &&
    left.scopes.every((own, at) => {
      const other = right.scopes[at];
      return (
        own === other || (own.name === other?.name && own.box === other.box && own.outer === other.outer)
      );
    })
  );
}

/** For each place in `before`, that of the same rule in `after`, as a plan pairs them. */
export function counterpartsOf(before: ListOrder, after: ListOrder): readonly (number | undefined)[] {
  const counterparts = Array.from<number | undefined>({ length: before.rules.length });
  for (const [to, from] of matchRules(after.kind, before.written, after.written).entries()) {
    if (from >= 0) {
      counterparts[from] = to;
    }
  }
  return counterparts;
}
