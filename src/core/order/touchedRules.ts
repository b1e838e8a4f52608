import { longestIncreasing } from '../policy/longestIncreasing.ts';
import type { OrderedRule } from './orderedRule.ts';

/** Places of rules that moved, changed what they name, came or went; others never hand anything to each other. */
export interface TouchedRules {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
  /** How many rules, from the first on, may hand over anything: those below get what the same rules above leave to them, as before. */
  readonly ends: { readonly before: number; readonly after: number };
}

export function touchedRules(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
  counterparts: readonly (number | undefined)[],
): TouchedRules {
  const stays = (place: number, to: number | undefined): boolean =>
    counterparts[place] === to && to !== undefined && hasSameScope(before[place], after[to]);
  // Rules stay where those above, or those below, are all as they were.
  const most = Math.min(before.length, after.length);
  let above = 0;
  while (above < most && stays(above, above)) {
    above++;
  }
  let below = 0;
  while (below < most - above && stays(before.length - 1 - below, after.length - 1 - below)) {
    below++;
  }
  const touched = { before: new Set<number>(), after: new Set<number>() };
  const ends = { before: before.length, after: after.length };
  const places: number[] = [];
  const counterpartsOfKept: number[] = [];
  for (let place = above; place < before.length - below; place++) {
    const to = counterparts[place];
    touched.before.add(place);
    if (to !== undefined && stays(place, to)) {
      places.push(place);
      counterpartsOfKept.push(to);
    }
  }
  for (let to = above; to < after.length - below; to++) {
    touched.after.add(to);
  }
  const touchedBetween = Math.max(touched.before.size, touched.after.size);
  const marks = longestIncreasing(counterpartsOfKept);
  for (let at = 0; at < places.length; at++) {
    if (marks[at] === true) {
      touched.before.delete(places[at] as number);
      touched.after.delete(counterpartsOfKept[at] as number);
    }
  }
  if (places.length === touchedBetween) {
    ends.before -= below;
    ends.after -= below;
  }
  return { ...touched, ends };
}

function hasSameScope(left: OrderedRule | undefined, right: OrderedRule | undefined): boolean {
  return (
    left === right ||
    (left !== undefined &&
      right !== undefined &&
      left.enabled === right.enabled &&
      left.lane === right.lane &&
      namesTheSame(left, right))
  );
}

/** Of two rules that one reader read: whether they name the same, also where it is not known what that is. */
export function namesTheSame(left: OrderedRule, right: OrderedRule): boolean {
  const { length } = left.scopes;
  if (length !== right.scopes.length) {
    return false;
  }
  for (let at = 0; at < length; at++) {
    const own = left.scopes[at];
    const other = right.scopes[at];
    if (own !== other && (own?.name !== other?.name || own?.box !== other?.box || own?.may !== other?.may)) {
      return false;
    }
  }
  return true;
}
