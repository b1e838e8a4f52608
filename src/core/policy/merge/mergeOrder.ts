import { longestIncreasing } from '../longestIncreasing.ts';
import { firstIndex } from '../../util/firstIndex.ts';

/** One rule of the result with its index in each array; -1 where the array lacks the rule. */
export interface Unit {
  readonly base: number;
  readonly mine: number;
  readonly live: number;
}

/** A comparison of all pairs takes too long with more moved rules on both sides than this. */
const PAIRWISE = 4000;

const none: readonly never[] = [];

/**
 * Returns the order of `units` after the moves and insertions of both sides. A pair that one side exchanged
 * stays exchanged; every other pair keeps its order. Returns undefined when the sides contradict each other.
 * Examples are one rule in two new places, contradicting moves, or two insertions into one gap.
 */
export function mergeOrder<U extends Unit>(units: readonly U[]): U[] | undefined {
  const spine = stillInOrder(units);
  const onSpine = new Set(spine);
  const gaps = new Map<number, U[]>();
  const others: { unit: U; gap: number }[] = [];
  for (const unit of units) {
    if (!onSpine.has(unit)) {
      const gap = gapOf(unit, spine);
      if (gap === undefined) {
        return undefined;
      }
      others.push({ unit, gap });
      const inGap = gaps.get(gap);
      if (inGap) {
        inGap.push(unit);
      } else {
        gaps.set(gap, [unit]);
      }
    }
  }
  if (!haveConsistentGaps(others)) {
    return undefined;
  }
  const result: U[] = [];
  for (let gap = 0; gap <= spine.length; gap++) {
    const inGap = orderGap(gaps.get(gap) ?? none);
    if (!inGap) {
      return undefined;
    }
    for (const unit of inGap) {
      result.push(unit);
    }
    const next = spine[gap];
    if (next) {
      result.push(next);
    }
  }
  return result;
}

/** Returns the common rules that neither side moved, in their order. */
function stillInOrder<U extends Unit>(units: readonly U[]): U[] {
  const everywhere = units.filter(({ base, mine, live }) => base >= 0 && mine >= 0 && live >= 0);
  const inBase = byPlace(everywhere, 'base');
  const last = inBase.at(-1)?.base ?? -1;
  const sidesInOrder = new Uint8Array(last + 1);
  for (const side of ['mine', 'live'] as const) {
    const places = byPlace(everywhere, side).map(({ base }) => base);
    const marks = longestIncreasing(places);
    for (const [at, base] of places.entries()) {
      sidesInOrder[base] = (sidesInOrder[base] as number) + Number(marks[at]);
    }
  }
  return inBase.filter(({ base }) => sidesInOrder[base] === 2);
}

/** Every unit has a different index on this side. */
function byPlace<U extends Unit>(units: readonly U[], side: keyof Unit): U[] {
  const places: U[] = [];
  for (const unit of units) {
    places[unit[side]] = unit;
  }
  return places.filter((unit) => unit !== undefined);
}

/** Returns the number of spine rules above the unit; undefined when both sides moved it to different gaps. */
function gapOf(unit: Unit, spine: readonly Unit[]): number | undefined {
  const [base, mine, live] = (['base', 'mine', 'live'] as const).map((side) => {
    const place = unit[side];
    return place < 0 ? undefined : firstIndex(spine.length, (at) => (spine[at] as Unit)[side] >= place);
  });
  if (mine === undefined || live === undefined || mine === live) {
    return mine ?? live;
  }
  return mine === base ? live : live === base ? mine : undefined;
}

/** Negative when `a` comes first, positive when `b` does, 0 when no side has both, undefined on contradiction. */
function relation(a: Unit, b: Unit): number | undefined {
  const both = (side: keyof Unit): boolean => a[side] >= 0 && b[side] >= 0;
  const sign = (side: keyof Unit): number => Math.sign(a[side] - b[side]);
  if (!both('mine') || !both('live')) {
    return both('mine') ? sign('mine') : both('live') ? sign('live') : 0;
  }
  const mine = sign('mine');
  if (mine === sign('live')) {
    return mine;
  }
  if (!both('base')) {
    return undefined;
  }
  return mine === sign('base') ? sign('live') : mine;
}

interface InGap {
  readonly unit: Unit;
  readonly gap: number;
}

/** Checks that rules in different gaps have the order of both sides. */
function haveConsistentGaps(others: readonly InGap[]): boolean {
  if (!keepsPlaces(others, 'mine', 'live') || !keepsPlaces(others, 'live', 'mine')) {
    return false;
  }
  const onBoth = others.filter(({ unit }) => unit.mine >= 0 && unit.live >= 0);
  const side = oneOrder(onBoth.map(({ unit }) => unit));
  if (side) {
    // One side gives the order of these rules; their gaps among the unmoved rules must agree with it.
    const inOrder = onBoth.toSorted((a, b) => a.unit[side] - b.unit[side]);
    return inOrder.every(({ gap }, at) => at === 0 || gap >= (inOrder[at - 1]?.gap ?? 0));
  }
  if (onBoth.length > PAIRWISE) {
    return false;
  }
  for (const [at, a] of onBoth.entries()) {
    const isAgreed = onBoth.slice(at + 1).every((b) => {
      const expected = relation(a.unit, b.unit);
      return a.gap === b.gap || (expected !== undefined && Math.sign(a.gap - b.gap) === expected);
    });
    if (!isAgreed) {
      return false;
    }
  }
  return true;
}

/** Checks that rules of one side alone keep their order relative to the rules that the other side moved. */
function keepsPlaces(others: readonly InGap[], side: 'mine' | 'live', other: 'mine' | 'live'): boolean {
  const inOrder = others
    .filter(({ unit }) => unit[side] >= 0)
    .toSorted((a, b) => a.unit[side] - b.unit[side]);
  const keeps = (all: readonly InGap[], sign: 1 | -1): boolean => {
    let furthest = -Infinity;
    return all.every(({ unit, gap }) => {
      if (unit[other] < 0) {
        return sign * gap >= furthest;
      }
      furthest = Math.max(furthest, sign * gap);
      return true;
    });
  };
  return keeps(inOrder, 1) && keeps(inOrder.toReversed(), -1);
}

/** Returns the side whose order applies to all units, if the other side did not reorder them. */
function oneOrder(units: readonly Unit[]): 'mine' | 'live' | undefined {
  const follows = (side: 'mine' | 'live', lead: 'base' | 'mine' | 'live'): boolean => {
    const places = units.toSorted((a, b) => a[lead] - b[lead]).map((unit) => unit[side]);
    return places.every((place, at) => at === 0 || place > (places[at - 1] as number));
  };
  if (follows('live', 'mine')) {
    return 'mine';
  }
  if (units.some(({ base }) => base < 0)) {
    return undefined;
  }
  return follows('mine', 'base') ? 'live' : follows('live', 'base') ? 'mine' : undefined;
}

function orderGap<U extends Unit>(units: readonly U[]): readonly U[] | undefined {
  if (units.length < 2) {
    return units;
  }
  for (const [side, other] of [
    ['mine', 'live'],
    ['live', 'mine'],
  ] as const) {
    if (units.every((unit) => unit[side] >= 0 && unit[other] < 0)) {
      return units.toSorted((a, b) => a[side] - b[side]);
    }
  }
  if (units.every(({ mine, live }) => mine >= 0 && live >= 0)) {
    const side = oneOrder(units);
    if (side) {
      return units.toSorted((a, b) => a[side] - b[side]);
    }
  }
  return units.length > PAIRWISE ? undefined : byRelation(units);
}

/** Returns a total order, or undefined when a pair has no order or the pairs form a cycle. */
function byRelation<U extends Unit>(units: readonly U[]): U[] | undefined {
  const result = Array.from<U>({ length: units.length });
  for (const a of units) {
    let before = 0;
    for (const b of units) {
      const expected = a === b ? -1 : relation(b, a);
      if (expected === undefined || expected === 0) {
        return undefined;
      }
      before += Number(a !== b && expected < 0);
    }
    if (result[before] !== undefined) {
      return undefined;
    }
    result[before] = a;
  }
  return result;
}
