import { finished } from '../util/finished.ts';
import { longestIncreasing } from '../policy/longestIncreasing.ts';
import { findPoint, searchBudget, type Found } from './findPoint.ts';
import { inLane, lanesOf } from './lanes.ts';
import { reachOf, type NamedScope, type OrderedRule } from './orderedRule.ts';
import { areBoxesSurelyApart, everything, type Box, type Point } from './scope.ts';
import { Work } from './work.ts';

/** Two rules by their places; undefined: no rule decides. */
export interface RulePair {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Something gets another deciding rule. */
export interface Consequence extends RulePair {
  readonly example: Point;
}

export interface Consequences {
  readonly changes: readonly Consequence[];
  /** Whether `changes` is all there is. False where a scope is not known or the search gave up. */
  readonly isComplete: boolean;
  /** On which the search gave up; empty where there was too much to look at all pairs. Absent: it gave up on nothing. */
  readonly gaveUp?: readonly RulePair[];
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
  const limits = { budget, pairs: new BoxPairs(work) };
  if (lanes.size < 2) {
    return yield* inOneLane(before, after, counterparts, limits);
  }
  const each: Consequences[] = [];
  for (const lane of lanes) {
    each.push(yield* inOneLane(inLane(before, lane), inLane(after, lane), counterparts, limits, lane));
  }
  const pairs = new Map(
    each.flatMap(({ changes }) => changes).map((change) => [`${change.from} ${change.to}`, change]),
  );
  const hard = each.flatMap(({ gaveUp }) => gaveUp ?? []);
  return {
    changes: [...pairs.values()],
    isComplete: each.every(({ isComplete }) => isComplete),
    ...(each.some(({ gaveUp }) => gaveUp) && { gaveUp: hard }),
  };
}

/** For one question, and of all of them together. */
interface Limits {
  readonly budget: number;
  readonly pairs: BoxPairs;
}

/** `lane`: of the two rules between which something changes hands, one has to be in it. */
function* inOneLane(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
  counterparts: readonly (number | undefined)[],
  { budget, pairs }: Limits,
  lane?: string,
): Generator<void, Consequences, void> {
  const touched = touchedRules(before, after, counterparts);
  const changes: Consequence[] = [];
  const gaveUp: RulePair[] = [];
  let isComplete = true;
  const [first, second] = [new Side(before, pairs), new Side(after, pairs)];
  const look = (from: number | undefined, to: number | undefined): void => {
    let isOpen = false;
    let isHard = false;
    for (const own of first.own(from)) {
      for (const other of second.own(to)) {
        const inside = [reachOf(own), reachOf(other)] as const;
        if (pairs.areApart(...inside)) {
          continue;
        }
        const above = [...first.above(from, inside), ...second.above(to, inside)];
        const ask = (outside: readonly Box[]): Found => pairs.find(inside, outside, budget);
        const sure = own.box && other.box && ask(above.map(reachOf));
        if (sure?.kind === 'point') {
          changes.push({ from, to, example: sure.point });
          return;
        }
        // None besides what is only perhaps above: there may be one in that.
        const isProven = sure?.kind === 'none' && above.every(({ box }) => box);
        const left = isProven ? 'none' : ask(boxesOf(above)).kind;
        isOpen ||= left !== 'none';
        isHard ||= left === 'gave-up' || (left === 'point' && sure?.kind === 'gave-up');
      }
    }
    isComplete &&= !isOpen;
    if (isHard) {
      gaveUp.push({ from, to });
    }
  };
  const isHere = (rule: OrderedRule | undefined): boolean => lane === undefined || rule?.lane === lane;
  // Rules that name nothing that is not named above them decide for nothing on their side.
  const toPlaces = [...second.places(), undefined];
  const touchedTo = toPlaces.filter((to) => to !== undefined && touched.after.has(to));
  for (const from of [...first.places(), undefined]) {
    const same = from === undefined ? undefined : counterparts[from];
    for (const to of from !== undefined && touched.before.has(from) ? toPlaces : touchedTo) {
      const isSame = to !== undefined && to === same;
      if (!isSame && (isHere(before[from ?? -1]) || isHere(after[to ?? -1]))) {
        pairs.work.done += 1;
        look(from, to);
        yield;
        if (pairs.work.isTooMuch) {
          return { changes, isComplete: false, gaveUp };
        }
      }
    }
    yield;
  }
  return { changes, isComplete, ...(gaveUp.length > 0 && { gaveUp }) };
}

/** Looks at pairs of rules, collections and patterns, and steps of searches, at most: a few seconds. */
const mostWork = 40_000_000;
/** A step of a search is about so many looks. */
const looksOfStep = 8;

/** Boxes beside one another, each two looked at once. */
class BoxPairs {
  readonly work: Work;
  readonly #apart = new Map<Box, Map<Box, boolean>>();

  constructor(work: Work) {
    this.work = work;
  }

  areApart(one: Box, other: Box): boolean {
    this.work.done += 1;
    let known = this.#apart.get(one);
    if (!known) {
      known = new Map();
      this.#apart.set(one, known);
    }
    let areApart = known.get(other);
    if (areApart === undefined) {
      areApart = areBoxesSurelyApart(one, other, this.work);
      this.work.done += 1;
      known.set(other, areApart);
    }
    return areApart;
  }

  find(inside: readonly Box[], outside: readonly Box[], budget: number): Found {
    const left = Math.max(0, this.work.limit - this.work.done) / looksOfStep;
    const steps = Math.min(budget, Math.floor(left));
    const counted = { steps };
    const found = findPoint(inside, outside, counted, this.work);
    this.work.done += Math.max(0, steps - counted.steps) * looksOfStep;
    return found;
  }
}

const noRule: readonly NamedScope[] = [{ name: '', box: everything }];

class Side {
  readonly #rules: readonly OrderedRule[];
  /** By name of a collection, the first rule that names it: it never gets to the rules below, whatever it names. */
  readonly #firstNaming = new Map<string, { readonly place: number; readonly scope: NamedScope }>();

  readonly #pairs: BoxPairs;

  constructor(rules: readonly OrderedRule[], pairs: BoxPairs) {
    this.#rules = rules;
    this.#pairs = pairs;
    for (const [place, { enabled, scopes }] of rules.entries()) {
      for (const scope of enabled ? scopes : []) {
        if (!this.#firstNaming.has(scope.name)) {
          this.#firstNaming.set(scope.name, { place, scope });
        }
      }
    }
  }

  /** Of rules that may decide for something. */
  places(): readonly number[] {
    return [...new Set([...this.#firstNaming.values()].map(({ place }) => place))];
  }

  /** What a rule, or none, may decide for, but for what rules above it take. */
  own(place: number | undefined): readonly NamedScope[] {
    return place === undefined
      ? noRule
      : (this.#rules[place]?.scopes.filter(({ name }) => this.#firstNaming.get(name)?.place === place) ?? []);
  }

  /** What rules above it name in all of `inside`. */
  above(end: number | undefined, inside: readonly Box[]): readonly NamedScope[] {
    const above: NamedScope[] = [];
    for (const { place, scope } of this.#firstNaming.values()) {
      if (end !== undefined && place >= end) {
        break;
      }
      if (!inside.some((box) => this.#pairs.areApart(box, reachOf(scope)))) {
        above.push(scope);
      }
    }
    return above;
  }
}

function boxesOf(scopes: readonly NamedScope[]): readonly Box[] {
  return scopes.map(({ box }) => box).filter((box) => box !== undefined);
}

/** Places of rules that moved, changed what they name, came or went; others never hand anything to each other. */
export function touchedRules(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
  counterparts: readonly (number | undefined)[],
): { readonly before: ReadonlySet<number>; readonly after: ReadonlySet<number> } {
  const kept = [...before.keys()].filter((place) => {
    const to = counterparts[place];
    const [left, right] = [before[place], to === undefined ? undefined : after[to]];
    return left && right && (left === right || hasSameScope(left, right));
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
  return left.enabled === right.enabled && left.lane === right.lane && namesTheSame(left, right);
}

/** Of two rules that one reader read: whether they name the same, also where it is not known what that is. */
export function namesTheSame(left: OrderedRule, right: OrderedRule): boolean {
  const names = (rule: OrderedRule): string => JSON.stringify(rule.scopes.map(({ name }) => name));
  return (
    names(left) === names(right) &&
    left.scopes.every(
      ({ box, may }, index) => box === right.scopes[index]?.box && may === right.scopes[index]?.may,
    )
  );
}
