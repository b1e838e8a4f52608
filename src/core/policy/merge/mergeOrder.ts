import { isRising, longestIncreasing } from '../reorder.ts';
import { firstIndex } from '../../util/firstIndex.ts';

/** One rule of the result with its index in each array; -1 where the array lacks the rule. */
export interface Unit {
  readonly base: number;
  readonly mine: number;
  readonly live: number;
}

/** Each pair of moved or added rules is compared, which takes too long with more of them. */
const MAX_MOVED = 3000;

/**
 * Returns the order of `units` after the moves and insertions of both sides. A pair that one side exchanged
 * stays exchanged; every other pair keeps its order. Returns undefined when the sides contradict each other.
 * Examples are one rule in two new places, contradicting moves, or two insertions into one gap.
 */
export function mergeOrder<U extends Unit>(units: readonly U[]): U[] | undefined {
  const side = sideOfOrder(units);
  if (side) {
    return units.toSorted((a, b) => a[side] - b[side]);
  }
  const unmoved = unmovedRules(units);
  const isUnmoved = new Set(unmoved);
  const others: Placed<U>[] = [];
  for (const unit of units) {
    const gap = isUnmoved.has(unit) ? -1 : gapOf(unit, unmoved);
    if (gap === undefined) {
      return undefined;
    }
    if (gap >= 0) {
      others.push({ unit, gap });
    }
  }
  const ordered = others.length > MAX_MOVED ? undefined : inOrder(others);
  if (!ordered) {
    return undefined;
  }
  const gaps = Map.groupBy(ordered, ({ gap }) => gap);
  const unitsIn = (gap: number): U[] => (gaps.get(gap) ?? []).map(({ unit }) => unit);
  return [...unmoved.flatMap((unit, gap) => [...unitsIn(gap), unit]), ...unitsIn(unmoved.length)];
}

/** Returns the side that has all rules, if the other side has the order of the base or of this side. */
function sideOfOrder(units: readonly Unit[]): 'mine' | 'live' | undefined {
  const has = (side: keyof Unit, some: readonly Unit[]): boolean => some.every((unit) => unit[side] >= 0);
  const followsOn = (other: 'mine' | 'live', order: keyof Unit): boolean => {
    const rules = units.filter((unit) => unit[other] >= 0);
    const places = rules.toSorted((a, b) => a[order] - b[order]).map((unit) => unit[other]);
    return has(order, rules) && isRising(places);
  };
  const hasOrder = (side: 'mine' | 'live', other: 'mine' | 'live'): boolean =>
    has(side, units) && (followsOn(other, 'base') || followsOn(other, side));
  return hasOrder('mine', 'live') ? 'mine' : hasOrder('live', 'mine') ? 'live' : undefined;
}

/** Returns the common rules that neither side moved, in their order. */
function unmovedRules<U extends Unit>(units: readonly U[]): U[] {
  const common = units.filter(({ base, mine, live }) => base >= 0 && mine >= 0 && live >= 0);
  const unmovedOn = (side: 'mine' | 'live'): ReadonlySet<U> => {
    const ofSide = common.toSorted((a, b) => a[side] - b[side]);
    const marks = longestIncreasing(ofSide.map(({ base }) => base));
    return new Set(ofSide.filter((_, at) => marks[at]));
  };
  const [mine, live] = [unmovedOn('mine'), unmovedOn('live')];
  return common.filter((unit) => mine.has(unit) && live.has(unit)).sort((a, b) => a.base - b.base);
}

/** A moved or added rule with the number of unmoved rules above it. */
interface Placed<U extends Unit> {
  readonly unit: U;
  readonly gap: number;
}

/** Returns the number of unmoved rules above the unit; undefined when both sides moved it to different gaps. */
function gapOf(unit: Unit, unmoved: readonly Unit[]): number | undefined {
  const [base, mine, live] = (['base', 'mine', 'live'] as const).map((side) => {
    const place = unit[side];
    return place < 0 ? undefined : firstIndex(unmoved.length, (at) => (unmoved[at] as Unit)[side] >= place);
  });
  if (mine === undefined || live === undefined || mine === live) {
    return mine ?? live;
  }
  return mine === base ? live : live === base ? mine : undefined;
}

/** Returns the only order in which every pair has its relation; undefined where there is none. */
function inOrder<U extends Unit>(all: readonly Placed<U>[]): readonly Placed<U>[] | undefined {
  const above = new Int32Array(all.length);
  for (const [at, a] of all.entries()) {
    for (let other = at + 1; other < all.length; other++) {
      const order = placedRelation(a, all[other] as Placed<U>);
      if (order === undefined) {
        return undefined;
      }
      const below = order < 0 ? other : at;
      above[below] = (above[below] as number) + 1;
    }
  }
  const result: Placed<U>[] = [];
  all.forEach((placed, at) => (result[above[at] as number] = placed));
  // Two rules with the same number of rules above them belong to a cycle.
  return new Set(above).size === all.length ? result : undefined;
}

/** Negative when `a` comes first, positive when `b` does, undefined when the gaps or the sides contradict. */
function placedRelation(a: Placed<Unit>, b: Placed<Unit>): number | undefined {
  const order = relation(a.unit, b.unit);
  const byGap = Math.sign(a.gap - b.gap);
  return byGap === 0 ? order || undefined : order === 0 || order === byGap ? byGap : undefined;
}

/** Negative when `a` comes first, positive when `b` does, 0 when no side has both, undefined on contradiction. */
function relation(a: Unit, b: Unit): number | undefined {
  const [mine, live] = [orderOn('mine', a, b), orderOn('live', a, b)];
  if (mine === 0 || live === 0 || mine === live) {
    return mine || live;
  }
  const base = orderOn('base', a, b);
  return base === 0 ? undefined : mine === base ? live : mine;
}

/** Returns 0 where the side lacks one of the rules. */
function orderOn(side: keyof Unit, a: Unit, b: Unit): number {
  return a[side] < 0 || b[side] < 0 ? 0 : Math.sign(a[side] - b[side]);
}
