import { findValue, freeValue, type Pattern } from './pattern.ts';
import { common, without, type Ranges } from './ranges.ts';
import { canBeSeveral, fields, isRanges, type Box, type Point } from './scope.ts';

/**
 * The conditions on one field so far: patterns for its value, or numbers that are left. `value` is the plainest value that meets them,
 * see `findValue`.
 */
type Demand = { readonly value: string } & (
  | { readonly required: readonly Pattern[]; readonly forbidden: readonly Pattern[] }
  /** One value for each of these, for a field with several values. */
  | { readonly each: readonly Pattern[] }
  | { readonly left: Ranges }
);

/** The demand on each field. The values of all demands are the plainest resource in the region. */
type Region = readonly Demand[];

/** Wider than any range: ports, and addresses of 4 or 16 bytes. */
const allNumbers = { ranges: [[0n, (1n << 130n) - 1n]] } as const;
/** Nothing is asked of a field. */
const free: Demand = { required: [], forbidden: [], value: freeValue };
const freeOfSeveral: Demand = { each: [], value: '' };

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
    const point = region.map(({ value }) => value);
    const holders = this.#outside.holdersOf(point);
    if (!this.#pay(this.#outside.stepsOfPoint + holders.length)) {
      return undefined;
    }
    if (holders.length === 0) {
      return point;
    }
    let looks = 0;
    for (const box of holders) {
      looks += looksOut(this.#outside.box(box), region);
    }
    if (!this.#pay(looks / looksOfStep)) {
      return undefined;
    }
    for (const way of this.#fewestWays(region, holders)) {
      const pointOfWay = this.#leave(way);
      if (pointOfWay || this.gaveUp) {
        return pointOfWay;
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
  const region: Demand[] = [];
  for (let field = 0; field < count; field++) {
    const demand = startOfField(inside, field, numbers.has(field));
    if (!demand) {
      return undefined;
    }
    region.push(demand);
  }
  return region;
}

function startOfField(inside: readonly Box[], field: number, isNumber: boolean): Demand | undefined {
  let forbidden: readonly Pattern[] = [];
  let left: Ranges | undefined = isNumber ? allNumbers : undefined;
  for (const box of inside) {
    const values = box[field];
    if (values && isRanges(values)) {
      left = left ? common(left, values) : values;
    } else if (values && values.none.length > 0) {
      forbidden = [...forbidden, ...values.none];
    }
  }
  if (left) {
    return numbersLeft(left);
  }
  return forbidden.length === 0 || canBeSeveral(field) ? freeDemand(field) : textDemand([], forbidden);
}

function freeDemand(field: number): Demand {
  return canBeSeveral(field) ? freeOfSeveral : free;
}

function numbersLeft(left: Ranges): Demand | undefined {
  const [first] = left.ranges;
  return first && { left, value: String(first[0]) };
}

function textDemand(required: readonly Pattern[], forbidden: readonly Pattern[]): Demand | undefined {
  const value = findValue(required, forbidden);
  return value === undefined ? undefined : { required, forbidden, value };
}

/** Patterns that are looked at as quickly as one box. */
const looksOfStep = 16;

/** Looks that one more demand on a field takes. */
function looksAt(region: Region, field: number): number {
  const demand = region[field];
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
    const demand = region[field];
    if (values && isRanges(values)) {
      const left = demand && 'left' in demand && numbersLeft(without(demand.left, values));
      if (left) {
        ways.push(changed(region, field, left));
      }
    } else if (values) {
      for (const pattern of values.none) {
        const way = required(region, field, pattern);
        if (way && ways.push(way) > most) {
          return ways;
        }
        region = way ? forbidden(region, field, pattern) : region;
      }
    }
  }
  return ways;
}

/** Undefined when no value has it all. */
function required(region: Region, field: number, pattern: Pattern): Region | undefined {
  const demand = region[field] ?? freeDemand(field);
  if ('left' in demand) {
    return undefined;
  }
  const next =
    'each' in demand
      ? severalDemand([...demand.each, pattern])
      : textDemand([...demand.required, pattern], demand.forbidden);
  return next && changed(region, field, next);
}

function severalDemand(patterns: readonly Pattern[]): Demand {
  return { each: patterns, value: patterns.map((pattern) => findValue([pattern], []) ?? '').join('\n') };
}

/** The region without what matches a pattern that its point does not match. Each of several values stays as it is. */
function forbidden(region: Region, field: number, pattern: Pattern): Region {
  const demand = region[field] ?? freeDemand(field);
  return 'required' in demand
    ? changed(region, field, { ...demand, forbidden: [...demand.forbidden, pattern] })
    : region;
}

function changed(region: Region, field: number, demand: Demand): Region {
  const next = region.slice();
  while (next.length < field) {
    next.push(freeDemand(next.length));
  }
  next[field] = demand;
  return next;
}
