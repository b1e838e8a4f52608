import { findValue, freeValue, type Pattern } from './pattern.ts';
import { common, without, type Ranges } from './ranges.ts';
import { canBeSeveral, fields, isRanges, type Box, type Point } from './scope.ts';

/** The conditions on one field so far: patterns for its value, or numbers that are left. */
type Demand =
  | { readonly required: readonly Pattern[]; readonly forbidden: readonly Pattern[] }
  /** One value for each of these, for a field with several values. */
  | { readonly each: readonly Pattern[] }
  | { readonly left: Ranges };

/** A region: the demand on each field, and the plainest resource in it. */
interface Region {
  readonly demands: readonly Demand[];
  readonly point: Point;
}

/** Wider than any range: ports, and addresses of 4 or 16 bytes. */
const allNumbers: Demand = { left: { ranges: [[0n, (1n << 130n) - 1n]] } };
/** Nothing is asked of a field. */
const free: Demand = { required: [], forbidden: [] };
const freeOfSeveral: Demand = { each: [] };

/** Boxes to stay out of. */
export interface Outside {
  /** Steps for finding those that have a point: one for each, and more for those with many patterns. */
  readonly stepsOfPoint: number;
  /** Fields of which one of them asks for a number. */
  readonly numbers: ReadonlySet<number>;
  /** The boxes that contain a point. */
  holdersOf(point: Point): readonly number[];
  box(id: number): Box;
  /** The contents of a box as a text, to choose between equally good boxes. */
  keyOf(id: number): string;
}

/**
 * Looks for a resource in all boxes of `inside` and in none of `outside`; undefined when there is none, or when it gave up.
 *
 * A text of only the required parts matches a pattern only where every text with these parts does (see `findValue`). So the ways out
 * of a box with such a resource are a text that the box excludes, or another number. Each way out is a smaller region, and the box with
 * the fewest ways out is left first.
 */
export class Search {
  readonly #outside: Outside;
  /**
   * Steps that are left: one for each box at each region, one more for each box with its point, one for each choice without a result,
   * and one for each `looksOfStep` patterns that are looked at.
   */
  #steps: number;
  gaveUp = false;
  /** Boxes that had to be left: when nothing was found, they have all of it together. */
  readonly core = new Set<number>();

  constructor(outside: Outside, steps: number) {
    this.#outside = outside;
    this.#steps = steps;
  }

  get steps(): number {
    return this.#steps;
  }

  find(inside: readonly Box[]): Point | undefined {
    const region = startOf(inside, this.#outside.numbers);
    const choices: Choice[] = [];
    for (const box of inside) {
      for (let field = 0; field < box.length; field++) {
        const values = box[field];
        if (values && !isRanges(values)) {
          choices.push({ field, some: values.some });
        }
      }
    }
    return region && this.#choose(region, choices.length > 1 ? choices.toSorted(byCount) : choices, 0);
  }

  /** Chooses one of the patterns of each list that has to match, then leaves the boxes. */
  #choose(region: Region, choices: readonly Choice[], at: number): Point | undefined {
    const choice = choices[at];
    if (!choice) {
      return this.#leave(region);
    }
    for (const pattern of choice.some) {
      const next = required(region, choice.field, pattern);
      const point = next && this.#choose(next, choices, at + 1);
      if (point || this.gaveUp) {
        return point;
      }
      // A contradiction costs a step, too, since the choices of all lists multiply.
      if (!this.#pay(1 + looksAt(region, choice.field) / looksOfStep)) {
        return undefined;
      }
    }
    return undefined;
  }

  #leave(region: Region): Point | undefined {
    const holders = this.#outside.holdersOf(region.point);
    if (!this.#pay(this.#outside.stepsOfPoint + holders.length)) {
      return undefined;
    }
    if (holders.length === 0) {
      return region.point;
    }
    let looks = 0;
    for (const box of holders) {
      looks += looksOut(this.#outside.box(box), region);
    }
    if (!this.#pay(looks / looksOfStep)) {
      return undefined;
    }
    for (const way of this.#fewestWays(region, holders)) {
      const point = this.#leave(way);
      if (point || this.gaveUp) {
        return point;
      }
    }
    return undefined;
  }

  /** False when it gives up. */
  #pay(steps: number): boolean {
    this.#steps -= Math.floor(steps);
    this.gaveUp ||= this.#steps < 0;
    return !this.gaveUp;
  }

  #fewestWays(region: Region, holders: readonly number[]): readonly Region[] {
    let fewest: { readonly box: number; readonly ways: readonly Region[] } | undefined;
    for (const box of holders) {
      const ways = waysOut(this.#outside.box(box), region, fewest?.ways.length);
      const difference = fewest ? ways.length - fewest.ways.length : -1;
      if (
        difference < 0 ||
        (difference === 0 && fewest && this.#outside.keyOf(box) < this.#outside.keyOf(fewest.box))
      ) {
        fewest = { box, ways };
      }
    }
    if (!fewest) {
      return [];
    }
    this.core.add(fewest.box);
    return fewest.ways;
  }
}

interface Choice {
  readonly field: number;
  readonly some: readonly Pattern[];
}

function byCount(left: Choice, right: Choice): number {
  return left.some.length - right.some.length;
}

/** Undefined when no number is left of a field. */
function startOf(inside: readonly Box[], numbers: ReadonlySet<number>): Region | undefined {
  let count: number = fields.length;
  for (const { length } of inside) {
    count = Math.max(count, length);
  }
  for (const field of numbers) {
    count = Math.max(count, field + 1);
  }
  const demands: Demand[] = [];
  const point: string[] = [];
  for (let field = 0; field < count; field++) {
    const demand = startOfField(inside, field) ?? (numbers.has(field) ? allNumbers : freeDemand(field));
    const value = demand === free ? freeValue : valueOf(demand);
    if (value === undefined) {
      return undefined;
    }
    demands.push(demand);
    point.push(value);
  }
  return { demands, point };
}

/** Undefined when nothing is asked of it. */
function startOfField(inside: readonly Box[], field: number): Demand | undefined {
  let forbidden: readonly Pattern[] = [];
  let left: Ranges | undefined;
  for (const box of inside) {
    const values = box[field];
    if (values && isRanges(values)) {
      left = left ? common(left, values) : values;
    } else if (values && values.none.length > 0) {
      forbidden = [...forbidden, ...values.none];
    }
  }
  if (left) {
    return { left };
  }
  return forbidden.length === 0 || canBeSeveral(field) ? undefined : { required: [], forbidden };
}

function freeDemand(field: number): Demand {
  return canBeSeveral(field) ? freeOfSeveral : free;
}

/** Patterns that are looked at as quickly as one box. */
const looksOfStep = 16;

/** Looks that one more demand on a field takes. */
function looksAt({ demands }: Region, field: number): number {
  const demand = demands[field];
  if (!demand) {
    return 1;
  }
  if ('left' in demand) {
    return 1 + demand.left.ranges.length;
  }
  return 1 + ('each' in demand ? demand.each.length : demand.required.length + demand.forbidden.length);
}

/** Looks that all ways out of a box take. */
function looksOut(box: Box, region: Region): number {
  let looks = 0;
  for (let field = 0; field < box.length; field++) {
    const values = box[field];
    if (values) {
      looks += isRanges(values)
        ? values.ranges.length + looksAt(region, field)
        : values.none.length * looksAt(region, field);
    }
  }
  return looks;
}

/** The parts of the region outside a box that has its point; incomplete where there are more than `most`. */
function waysOut(box: Box, whole: Region, most = Number.POSITIVE_INFINITY): readonly Region[] {
  const ways: Region[] = [];
  // Each way excludes the ways before it.
  let region = whole;
  for (let field = 0; field < box.length && ways.length <= most; field++) {
    const values = box[field];
    const demand = region.demands[field];
    if (values && isRanges(values)) {
      const left = demand && 'left' in demand && without(demand.left, values);
      if (left && left.ranges.length > 0) {
        ways.push(changed(region, field, { left }, String(left.ranges[0]?.[0])));
      }
    } else if (values) {
      for (const pattern of values.none) {
        const way = required(region, field, pattern);
        if (way) {
          ways.push(way);
          region = forbidden(region, field, pattern);
        }
      }
    }
  }
  return ways;
}

/** Undefined when no value has it all. */
function required(region: Region, field: number, pattern: Pattern): Region | undefined {
  const demand = region.demands[field] ?? freeDemand(field);
  if ('left' in demand) {
    return undefined;
  }
  const next =
    'each' in demand
      ? { each: [...demand.each, pattern] }
      : { required: [...demand.required, pattern], forbidden: demand.forbidden };
  const value = valueOf(next);
  return value === undefined ? undefined : changed(region, field, next, value);
}

/** The region without what matches a pattern that its point does not match. Each of several values stays as it is. */
function forbidden(region: Region, field: number, pattern: Pattern): Region {
  const demand = region.demands[field] ?? freeDemand(field);
  if (!('required' in demand)) {
    return region;
  }
  const next = { required: demand.required, forbidden: [...demand.forbidden, pattern] };
  return changed(region, field, next, region.point[field] ?? freeValue);
}

function changed(region: Region, field: number, demand: Demand, value: string): Region {
  const [demands, point] = [region.demands.slice(), region.point.slice()];
  while (point.length < field) {
    demands.push(freeDemand(point.length));
    point.push(freeValue);
  }
  demands[field] = demand;
  point[field] = value;
  return { demands, point };
}

function valueOf(demand: Demand): string | undefined {
  if ('left' in demand) {
    const [first] = demand.left.ranges;
    return first && String(first[0]);
  }
  return 'each' in demand
    ? demand.each.map((pattern) => findValue([pattern], []) ?? '').join('\n')
    : findValue(demand.required, demand.forbidden);
}
