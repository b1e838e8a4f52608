import { findValue, freeValue, type Pattern } from './pattern.ts';
import { common, without, type Ranges } from './ranges.ts';
import { canBeSeveral, fields, isRanges, type Box, type Point } from './scope.ts';

/**
 * The conditions on one field so far: patterns for its value, or numbers that are left. `value` is the plainest value that meets them,
 * see `findValue`. Of a field with several values, each required pattern has a value of its own.
 */
type Demand = { readonly value: string } & (
  | { readonly required: readonly Pattern[]; readonly forbidden: readonly Pattern[] }
  | { readonly left: Ranges }
);

/** The demand on each field. The values of all demands are the plainest resource in the region. */
type Region = readonly Demand[];

/** Wider than any range: ports, and addresses of 4 or 16 bytes. */
const allNumbers = { ranges: [[0n, (1n << 130n) - 1n]] } as const;

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
    const choices = inside.flatMap((box) =>
      box.flatMap((values, field) => (values && !isRanges(values) ? [{ field, some: values.some }] : [])),
    );
    return region && this.#choose(region, choices.toSorted(byCount), 0);
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
      // A contradiction costs a step, too, since the choices of all lists multiply.
      if (point || !this.#pay(1 + looksAt(region[choice.field]) / looksOfStep)) {
        return point;
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
      const ways = this.#waysOut(this.#outside.box(box), region, fewest?.ways.length);
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

  /** The parts of the region outside a box that has its point; incomplete when it gives up, or where there are more than `most`. */
  #waysOut(box: Box, whole: Region, most = Number.POSITIVE_INFINITY): readonly Region[] {
    const ways: Region[] = [];
    // Each way excludes the ways before it.
    let region = whole;
    for (let field = 0; field < box.length && ways.length <= most; field++) {
      const values = box[field];
      if (!values) {
        continue;
      }
      const demand = region[field] ?? freeDemand(field);
      const looks = looksAt(demand);
      if (
        !this.#pay(
          (isRanges(values) ? values.ranges.length + looks : values.none.length * looks) / looksOfStep,
        )
      ) {
        return ways;
      }
      if (isRanges(values)) {
        const left = 'left' in demand && numbersLeft(without(demand.left, values));
        if (left) {
          ways.push(changed(region, field, left));
        }
        continue;
      }
      for (const pattern of values.none) {
        const way = required(region, field, pattern);
        if (way && ways.push(way) > most) {
          return ways;
        }
        region = way ? forbidden(region, field, pattern) : region;
      }
    }
    return ways;
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
  const lengths = [...inside.map((box) => box.length), ...Array.from(numbers, (field) => field + 1)];
  const region = Array.from({ length: Math.max(fields.length, ...lengths) }, (_, field) =>
    startOfField(inside, field, numbers.has(field)),
  );
  return region.every((demand) => demand !== undefined) ? region : undefined;
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
  return textDemand(field, [], forbidden);
}

function numbersLeft(left: Ranges): Demand | undefined {
  const [first] = left.ranges;
  return first && { left, value: String(first[0]) };
}

/** Undefined when no value meets the demand. Excluded values do not count beside others of the same field. */
function textDemand(
  field: number,
  required: readonly Pattern[],
  forbidden: readonly Pattern[],
): Demand | undefined {
  const value = canBeSeveral(field)
    ? required.map((pattern) => findValue([pattern], [])).join('\n')
    : findValue(required, forbidden);
  return value === undefined ? undefined : { required, forbidden, value };
}

/** Nothing is asked of a field. */
function freeDemand(field: number): Demand {
  return { required: [], forbidden: [], value: canBeSeveral(field) ? '' : freeValue };
}

/** Patterns that are looked at as quickly as one box. */
const looksOfStep = 16;

/** Looks that one more demand on a field takes. */
function looksAt(demand: Demand | undefined): number {
  return !demand
    ? 1
    : 'left' in demand
      ? 1 + demand.left.ranges.length
      : 1 + demand.required.length + demand.forbidden.length;
}

/** Undefined when no value has it all. */
function required(region: Region, field: number, pattern: Pattern): Region | undefined {
  const demand = region[field] ?? freeDemand(field);
  const next =
    'left' in demand ? undefined : textDemand(field, [...demand.required, pattern], demand.forbidden);
  return next && changed(region, field, next);
}

/** The region without what matches a pattern that its point does not match. */
function forbidden(region: Region, field: number, pattern: Pattern): Region {
  const demand = region[field] ?? freeDemand(field);
  return 'left' in demand
    ? region
    : changed(region, field, { ...demand, forbidden: [...demand.forbidden, pattern] });
}

function changed(region: Region, field: number, demand: Demand): Region {
  const next = region.slice();
  while (next.length < field) {
    next.push(freeDemand(next.length));
  }
  next[field] = demand;
  return next;
}
