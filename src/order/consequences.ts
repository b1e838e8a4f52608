import { longestIncreasing } from '../model/longestIncreasing.ts';
import { findPoint, searchBudget } from './findPoint.ts';
import type { OrderedRule } from './orderedRule.ts';
import { areBoxesSurelyApart, type Box, type Point } from './scope.ts';

/** Something gets another deciding rule. Places of rules; undefined: no rule decides. */
export interface Consequence {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly example: Point;
}

export interface Consequences {
  readonly changes: readonly Consequence[];
  /** Whether `changes` is all there is. False where a scope is not known or the search gave up. */
  readonly isComplete: boolean;
}

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
): Consequences {
  const touched = touchedRules(before, after, counterparts);
  const changes: Consequence[] = [];
  let isComplete = true;
  const [first, second] = [new Side(before), new Side(after)];
  const look = (from: number | undefined, to: number | undefined): void => {
    const [left, right] = [first.region(from), second.region(to)];
    if (!left || !right) {
      isComplete &&= neverMeet(left, right);
      return;
    }
    for (const own of left.boxes) {
      for (const other of right.boxes) {
        const inside = [...own, ...other];
        const found =
          inside.length === 2 && areBoxesSurelyApart(inside[0] ?? [], inside[1] ?? [])
            ? ({ kind: 'none' } as const)
            : findPoint(inside, [...left.above, ...right.above], { steps: budget });
        if (found.kind === 'point' && left.isCertain && right.isCertain) {
          changes.push({ from, to, example: found.point });
          return;
        }
        isComplete &&= found.kind === 'none';
      }
    }
  };
  const afterPlaces = [...after.keys(), undefined];
  for (const from of [...before.keys(), undefined]) {
    const same = from === undefined ? undefined : counterparts[from];
    const isTouched = from !== undefined && touched.before.has(from);
    for (const to of afterPlaces) {
      const isSame = from === undefined ? to === undefined : to !== undefined && to === same;
      if (!isSame && (isTouched || (to !== undefined && touched.after.has(to)))) {
        look(from, to);
      }
    }
  }
  return { changes, isComplete };
}

interface Region {
  /** Each a set of boxes that have to be met together. */
  readonly boxes: readonly (readonly Box[])[];
  readonly above: readonly Box[];
  /** False where a rule above has a scope that is not known: it may take what is found. */
  readonly isCertain: boolean;
}

class Side {
  readonly #rules: readonly OrderedRule[];
  readonly #known = new Map<number | undefined, Region | undefined>();

  constructor(rules: readonly OrderedRule[]) {
    this.#rules = rules;
  }

  /** What a rule, or none, decides for. Undefined: its scope is not known. */
  region(place: number | undefined): Region | undefined {
    if (!this.#known.has(place)) {
      this.#known.set(place, this.#regionOf(place));
    }
    return this.#known.get(place);
  }

  #regionOf(place: number | undefined): Region | undefined {
    const rule = place === undefined ? undefined : this.#rules[place];
    if (rule && !rule.enabled) {
      return { boxes: [], above: [], isCertain: true };
    }
    const own = rule && boxesOf(rule);
    if (rule && !own) {
      return undefined;
    }
    const above: Box[] = [];
    let isCertain = true;
    for (const other of this.#rules.slice(0, place)) {
      if (other.enabled) {
        above.push(...other.scopes.map(({ box }) => box).filter((box) => box !== undefined));
        isCertain &&= other.scopes.every(({ box }) => box !== undefined);
      }
    }
    return { boxes: own ? own.map((box) => [box]) : [[]], above, isCertain };
  }
}

/** Nothing that is not known can meet a rule that decides for nothing. */
function neverMeet(left: Region | undefined, right: Region | undefined): boolean {
  return left?.boxes.length === 0 || right?.boxes.length === 0;
}

function boxesOf({ scopes }: OrderedRule): readonly Box[] | undefined {
  const boxes = scopes.map(({ box }) => box).filter((box) => box !== undefined);
  return boxes.length === scopes.length ? boxes : undefined;
}

function touchedRules(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
  counterparts: readonly (number | undefined)[],
): { readonly before: ReadonlySet<number>; readonly after: ReadonlySet<number> } {
  const kept = [...before.keys()].filter((place) => {
    const to = counterparts[place];
    const [left, right] = [before[place], to === undefined ? undefined : after[to]];
    return left && right && hasSameScope(left, right);
  });
  const marks = longestIncreasing(kept.map((place) => counterparts[place] ?? -1));
  const stay = new Set(kept.filter((_, at) => marks[at]));
  const stayed = new Set([...stay].map((place) => counterparts[place]));
  return {
    before: new Set([...before.keys()].filter((place) => !stay.has(place))),
    after: new Set([...after.keys()].filter((place) => !stayed.has(place))),
  };
}

function hasSameScope(left: OrderedRule, right: OrderedRule): boolean {
  const names = (rule: OrderedRule): string => JSON.stringify(rule.scopes.map(({ name }) => name));
  return (
    left.enabled === right.enabled &&
    names(left) === names(right) &&
    left.scopes.every(({ box }, index) => box === right.scopes[index]?.box)
  );
}
