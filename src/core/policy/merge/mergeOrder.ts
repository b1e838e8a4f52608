import { longestIncreasing } from '../longestIncreasing.ts';

/** One rule of the result, with its place in each array; -1 where the array does not have it. */
export interface Unit {
  readonly base: number;
  readonly mine: number;
  readonly live: number;
}

/** Beyond this many moved rules on both sides at once, no order is worked out pair by pair. */
const PAIRWISE = 4000;

const none: readonly never[] = [];

/**
 * The order of `units` after both sides' moves and insertions, or undefined when they cannot be reconciled: a rule that
 * both moved to different places, moves that contradict each other, or two insertions into the same gap, where nobody
 * said which goes first. A pair of rules that one side exchanged stays exchanged; every other pair keeps its order.
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
  if (!agree(others)) {
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

/** Rules of all three arrays that neither side moved, in their order. */
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

/** No two have the same place. */
function byPlace<U extends Unit>(units: readonly U[], side: keyof Unit): U[] {
  const places: U[] = [];
  for (const unit of units) {
    places[unit[side]] = unit;
  }
  return places.filter((unit) => unit !== undefined);
}

/** How many rules of the spine come before the unit; undefined when both sides moved it, to different gaps. */
function gapOf(unit: Unit, spine: readonly Unit[]): number | undefined {
  const [base, mine, live] = (['base', 'mine', 'live'] as const).map((side) => {
    const place = unit[side];
    if (place < 0) {
      return undefined;
    }
    let low = 0;
    let high = spine.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spine[middle] as Unit)[side] < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  });
  if (mine === undefined || live === undefined || mine === live) {
    return mine ?? live;
  }
  return mine === base ? live : live === base ? mine : undefined;
}

/** Negative when `a` comes first, positive when `b` does, 0 when nobody said, undefined on contradiction. */
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

/** Whether rules in different gaps stand as both sides want them. */
function agree(others: readonly InGap[]): boolean {
  if (!keepsPlaces(others, 'mine', 'live') || !keepsPlaces(others, 'live', 'mine')) {
    return false;
  }
  const onBoth = others.filter(({ unit }) => unit.mine >= 0 && unit.live >= 0);
  const side = oneOrder(onBoth.map(({ unit }) => unit));
  if (side) {
    // Their order is that of one side; where they stand among the rules that nobody moved must not say otherwise.
    const inOrder = onBoth.toSorted((a, b) => a.unit[side] - b.unit[side]);
    return inOrder.every(({ gap }, at) => at === 0 || gap >= (inOrder[at - 1]?.gap ?? 0));
  }
  if (onBoth.length > PAIRWISE) {
    return false;
  }
  for (const [at, a] of onBoth.entries()) {
    const isAgreed = onBoth.slice(at + 1).every((b) => {
      const wanted = relation(a.unit, b.unit);
      return a.gap === b.gap || (wanted !== undefined && Math.sign(a.gap - b.gap) === wanted);
    });
    if (!isAgreed) {
      return false;
    }
  }
  return true;
}

/** Whether rules that only one side has stand there as in the result to those that the other side moved. */
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

/** The side whose order holds for all of these, when the other side moved none of them among themselves. */
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

/** A total order, or undefined when a pair is undecided or the pairs go round in a circle. */
function byRelation<U extends Unit>(units: readonly U[]): U[] | undefined {
  const result = Array.from<U>({ length: units.length });
  for (const a of units) {
    let before = 0;
    for (const b of units) {
      const wanted = a === b ? -1 : relation(b, a);
      if (wanted === undefined || wanted === 0) {
        return undefined;
      }
      before += Number(a !== b && wanted < 0);
    }
    if (result[before] !== undefined) {
      return undefined;
    }
    result[before] = a;
  }
  return result;
}
