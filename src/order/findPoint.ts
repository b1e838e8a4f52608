import { exampleOf, findValue } from './findValue.ts';
import { areApart, isWithin, type Pattern } from './pattern.ts';
import { areBoxesSurelyApart, fields, isBoxSurelyWithin, isInBox, type Box, type Point } from './scope.ts';

/** Steps a search may take before it gives up. One step looks at one way to leave one box. */
export const searchBudget = 20_000;

export type Found = { readonly kind: 'point'; readonly point: Point } | { readonly kind: 'none' | 'gave-up' };

/** What the search has decided for one field. */
interface Demand {
  readonly required: readonly Pattern[];
  readonly forbidden: readonly Pattern[];
}

/** A way to be outside a box: one more demand on one field. */
interface Way {
  readonly field: number;
  readonly required: readonly Pattern[];
  readonly forbidden: readonly Pattern[];
}

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
  const start: Demand[] = fields.map((_, field) => ({
    required: [],
    forbidden: inside.flatMap((box) => box[field]?.none ?? []),
  }));
  const choices = inside.flatMap((box) =>
    box.flatMap((values, field) => (values ? [{ field, some: values.some }] : [])),
  );
  const found = search.enter(start, choices, near);
  if (found) {
    const holds = (point: Point): boolean =>
      inside.every((box) => isInBox(box, point)) && !near.some((box) => isInBox(box, point));
    return { kind: 'point', point: asExample(found, [...inside, ...near], holds) };
  }
  return { kind: search.gaveUp ? 'gave-up' : 'none' };
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
      return demands.map(({ required, forbidden }) => findValue(required, forbidden) ?? '');
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

function waysOut(box: Box): readonly Way[] {
  return box.flatMap((values, field) =>
    values
      ? [
          { field, required: [], forbidden: values.some },
          ...values.none.map((pattern) => ({ field, required: [pattern], forbidden: [] })),
        ]
      : [],
  );
}

/** The demands with one more; undefined when no value meets those on its field. */
function demanded(demands: readonly Demand[], way: Way): readonly Demand[] | undefined {
  const before = demands[way.field] ?? { required: [], forbidden: [] };
  const after = {
    required: [...before.required, ...way.required],
    forbidden: [...before.forbidden, ...way.forbidden],
  };
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
    const plain = boxes.some((box) => box[field])
      ? exampleOf(value, (candidate) => holds(example.with(field, candidate)))
      : '';
    example = example.with(field, plain);
  }
  return example;
}
