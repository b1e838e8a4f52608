import { exampleOf, findValue } from './findValue.ts';
import { areApart, isWithin, type Pattern } from './pattern.ts';
import { areRangesApart, common, without, type Ranges } from './ranges.ts';
import {
  areBoxesSurelyApart,
  canBeSeveral,
  fields,
  isBoxSurelyWithin,
  isInBox,
  isRanges,
  type Box,
  type Point,
} from './scope.ts';
import type { Values } from './values.ts';

/** Steps a search may take before it gives up. One step looks at one way to leave one box. */
export const searchBudget = 20_000;

export type Found = { readonly kind: 'point'; readonly point: Point } | { readonly kind: 'none' | 'gave-up' };

/** What the search has decided for one field: for texts what a value has to match, for numbers which are left. */
type Demand = TextDemand | NumberDemand;

interface TextDemand {
  readonly required: readonly Pattern[];
  readonly forbidden: readonly Pattern[];
  /** Where a resource may have several values: each of these has to match one of them, and `required` is empty. */
  readonly each?: readonly Pattern[];
}

interface NumberDemand {
  readonly left: Ranges;
}

/** A way to be outside a box: one more demand on one field. */
type Way = { readonly field: number } & (TextDemand | { readonly taken: Ranges });

/** Wider than any range: ports, and addresses of 4 or 16 bytes. */
const allNumbers: Ranges = { ranges: [[0n, (1n << 130n) - 1n]] };

/**
 * A resource in all boxes of `inside` and in none of `outside`, as an example; `none` is proven, `gave-up` says nothing.
 *
 * For each box to stay out of, one of its fields has to fail: none of its patterns matches, or one that takes away does.
 * The search takes the box with the fewest ways left first and goes back when a field cannot be met any more.
 */
export function findPoint(
  inside: readonly Box[],
  outside: readonly Box[],
  budget: { steps: number } = { steps: searchBudget },
): Found {
  const near = outside.filter((box) => !inside.some((own) => areBoxesSurelyApart(own, box)));
  if (near.some((box) => inside.some((own) => isBoxSurelyWithin(own, box)))) {
    return { kind: 'none' };
  }
  const search = new Search(budget);
  const start = startOf(inside, near);
  const choices = inside.flatMap((box) =>
    box.flatMap((values, field) => (values && !isRanges(values) ? [{ field, some: values.some }] : [])),
  );
  const found = start && search.enter(start, choices, near);
  if (found) {
    const holds = (point: Point): boolean =>
      inside.every((box) => isInBox(box, point)) && !near.some((box) => isInBox(box, point));
    return { kind: 'point', point: asExample(found, [...inside, ...near], holds) };
  }
  return { kind: search.gaveUp ? 'gave-up' : 'none' };
}

/** Undefined when no number is left of a field. */
function startOf(inside: readonly Box[], outside: readonly Box[]): readonly Demand[] | undefined {
  const start: Demand[] = [];
  const count = Math.max(
    fields.length,
    ...inside.map(({ length }) => length),
    ...outside.map(({ length }) => length),
  );
  const isNumber = (box: Box, field: number): boolean => {
    const values = box[field];
    return values !== undefined && isRanges(values);
  };
  for (let field = 0; field < count; field += 1) {
    const asked = inside.flatMap((box) => box[field] ?? []);
    if (inside.some((box) => isNumber(box, field)) || outside.some((box) => isNumber(box, field))) {
      const left = asked.filter(isRanges).reduce(common, allNumbers);
      if (left.ranges.length === 0) {
        return undefined;
      }
      start.push({ left });
    } else {
      const texts = asked.filter((values): values is Values => !isRanges(values));
      start.push({
        required: [],
        forbidden: texts.flatMap(({ none }) => none),
        ...(canBeSeveral(field) ? { each: [] } : {}),
      });
    }
  }
  return start;
}

class Search {
  readonly #budget: { steps: number };
  gaveUp = false;

  constructor(budget: { steps: number }) {
    this.#budget = budget;
  }

  /** Chooses one of the patterns of each list that has to match, then leaves the boxes. */
  enter(
    demands: readonly Demand[],
    choices: readonly { readonly field: number; readonly some: readonly Pattern[] }[],
    outside: readonly Box[],
  ): Point | undefined {
    const [choice, ...more] = choices.toSorted((a, b) => a.some.length - b.some.length);
    if (!choice) {
      return this.leave(demands, outside);
    }
    for (const pattern of choice.some) {
      if (!this.#step()) {
        return undefined;
      }
      const next = demanded(demands, { field: choice.field, required: [pattern], forbidden: [] });
      const found = next && this.enter(next, more, outside);
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  leave(demands: readonly Demand[], outside: readonly Box[]): Point | undefined {
    let fewest: { readonly box: Box; readonly next: readonly (readonly Demand[])[] } | undefined;
    const open: Box[] = [];
    for (const box of outside) {
      if (isLeft(box, demands)) {
        continue;
      }
      open.push(box);
      if (fewest && fewest.next.length <= 1) {
        continue;
      }
      const next: (readonly Demand[])[] = [];
      for (const way of waysOut(box)) {
        if (!this.#step()) {
          return undefined;
        }
        const tried = demanded(demands, way);
        if (tried) {
          next.push(tried);
        }
      }
      if (next.length === 0) {
        return undefined;
      }
      if (!fewest || next.length < fewest.next.length) {
        fewest = { box, next };
      }
    }
    if (!fewest) {
      return demands.map(valueFor);
    }
    const rest = open.filter((box) => box !== fewest.box);
    for (const next of fewest.next) {
      const found = this.leave(next, rest);
      if (found || this.gaveUp) {
        return found;
      }
    }
    return undefined;
  }

  #step(): boolean {
    if (this.#budget.steps-- > 0) {
      return true;
    }
    this.gaveUp = true;
    return false;
  }
}

function valueFor(demand: Demand): string {
  return 'left' in demand
    ? String(demand.left.ranges[0]?.[0] ?? '')
    : demand.each
      ? demand.each.map((pattern) => findValue([pattern], demand.forbidden) ?? '').join('\n')
      : (findValue(demand.required, demand.forbidden) ?? '');
}

function waysOut(box: Box): readonly Way[] {
  return box.flatMap((values, field): readonly Way[] => {
    if (!values) {
      return [];
    }
    return isRanges(values)
      ? [{ field, taken: values }]
      : [
          { field, required: [], forbidden: values.some },
          ...values.none.map((pattern) => ({ field, required: [pattern], forbidden: [] })),
        ];
  });
}

/** The demands with one more; undefined when no value meets those on its field. */
function demanded(demands: readonly Demand[], way: Way): readonly Demand[] | undefined {
  const before = demands[way.field];
  if (before && 'left' in before) {
    const left = 'taken' in way ? without(before.left, way.taken) : before.left;
    return left.ranges.length === 0 ? undefined : demands.with(way.field, { left });
  }
  if ('taken' in way) {
    return undefined;
  }
  const forbidden = [...(before?.forbidden ?? []), ...way.forbidden];
  if (before?.each) {
    const each = [...before.each, ...way.required];
    return each.some((pattern) => findValue([pattern], forbidden) === undefined)
      ? undefined
      : demands.with(way.field, { required: [], forbidden, each });
  }
  const after = { required: [...(before?.required ?? []), ...way.required], forbidden };
  return findValue(after.required, after.forbidden) === undefined
    ? undefined
    : demands.with(way.field, after);
}

/** Whether every value that meets the demands is outside the box already. */
function isLeft(box: Box, demands: readonly Demand[]): boolean {
  return box.some((values, field) => {
    const demand = demands[field];
    if (!values || !demand) {
      return false;
    }
    if ('left' in demand || isRanges(values)) {
      return 'left' in demand && isRanges(values) && areRangesApart(demand.left, values);
    }
    const { required, forbidden } = demand;
    return (
      values.none.some((taken) => required.some((pattern) => isWithin(pattern, taken))) ||
      values.some.every(
        (pattern) =>
          forbidden.some((taken) => isWithin(pattern, taken)) ||
          required.some((own) => areApart(own, pattern)),
      )
    );
  });
}

/** The same point with plainer values, field by field, as long as it proves the same. What no box asks about is left out. */
function asExample(point: Point, boxes: readonly Box[], holds: (point: Point) => boolean): Point {
  let example = point;
  for (const [field, value] of point.entries()) {
    const asked = boxes.map((box) => box[field]).filter((values) => values !== undefined);
    if (asked.some(isRanges)) {
      continue;
    }
    if (asked.length === 0) {
      example = example.with(field, '');
      continue;
    }
    const parts = value.split('\n');
    for (const [at, part] of parts.entries()) {
      parts[at] = exampleOf(part, (one) => holds(example.with(field, parts.with(at, one).join('\n'))));
    }
    // Two of several may have become the same.
    const once = [...new Set(parts)].join('\n');
    example = example.with(field, holds(example.with(field, once)) ? once : parts.join('\n'));
  }
  return example;
}
