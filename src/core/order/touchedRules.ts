import { longestIncreasing } from '../policy/longestIncreasing.ts';
import type { OrderedRule } from './orderedRule.ts';

/** Places of rules that moved, changed what they name, came or went; others never hand anything to each other. */
export interface TouchedRules {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

export function touchedRules(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
  counterparts: readonly (number | undefined)[],
): TouchedRules {
  const places: number[] = [];
  const counterpartsOfKept: number[] = [];
  for (let place = 0; place < before.length; place++) {
    const to = counterparts[place];
    const [left, right] = [before[place], to === undefined ? undefined : after[to]];
    if (to !== undefined && left && right && hasSameScope(left, right)) {
      places.push(place);
      counterpartsOfKept.push(to);
    }
  }
  const stays = { before: new Uint8Array(before.length), after: new Uint8Array(after.length) };
  const marks = longestIncreasing(counterpartsOfKept);
  for (let at = 0; at < places.length; at++) {
    if (marks[at] === true) {
      stays.before[places[at] as number] = 1;
      stays.after[counterpartsOfKept[at] as number] = 1;
    }
  }
  return { before: placesOfOthers(stays.before), after: placesOfOthers(stays.after) };
}

function placesOfOthers(marks: Uint8Array): ReadonlySet<number> {
  const places = new Set<number>();
  for (let place = 0; place < marks.length; place++) {
    if (marks[place] === 0) {
      places.add(place);
    }
  }
  return places;
}

function hasSameScope(left: OrderedRule, right: OrderedRule): boolean {
  return (
    left === right ||
    (left.enabled === right.enabled && left.lane === right.lane && namesTheSame(left, right))
  );
}

/** Of two rules that one reader read: whether they name the same, also where it is not known what that is. */
export function namesTheSame(left: OrderedRule, right: OrderedRule): boolean {
  const { length } = left.scopes;
  if (length !== right.scopes.length) {
    return false;
  }
  for (let at = 0; at < length; at++) {
    const [own, other] = [left.scopes[at], right.scopes[at]];
    if (own !== other && (own?.name !== other?.name || own?.box !== other?.box || own?.may !== other?.may)) {
      return false;
    }
  }
  return true;
}
