import { exampleOf } from './findValue.ts';
import { areBoxesSurelyApart, isBoxSurelyWithin, isInBox, isRanges, type Box, type Point } from './scope.ts';
import { isPointIn, numbersOf, Search, type Outside } from './search.ts';

/** Steps a search may take before it gives up. One step looks at one box. */
export const searchBudget = 20_000;

export type Found = { readonly kind: 'point'; readonly point: Point } | { readonly kind: 'none' | 'gave-up' };

/**
 * A resource in all boxes of `inside` and in none of `outside`, as an example; `none` is proven, `gave-up` says nothing.
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
  const search = new Search(new Boxes(near), budget.steps);
  const found = search.find(inside);
  budget.steps = search.steps;
  if (found) {
    return { kind: 'point', point: asExample(found, inside, near) };
  }
  return { kind: search.gaveUp ? 'gave-up' : 'none' };
}

class Boxes implements Outside {
  readonly #boxes: readonly Box[];

  constructor(boxes: readonly Box[]) {
    this.#boxes = boxes;
  }

  get size(): number {
    return this.#boxes.length;
  }

  get numbers(): ReadonlySet<number> {
    return numbersOf(this.#boxes);
  }

  holdersOf(point: Point): readonly number[] {
    return [...this.#boxes.keys()].filter((at) => isPointIn(this.box(at), point));
  }

  box(at: number): Box {
    return this.#boxes[at] as Box;
  }

  /** The first of equals. */
  keyOf(at: number): string {
    return String(at).padStart(9, '0');
  }
}

/** The same point with plainer values, field by field, as long as it proves the same. What no box asks about is left out. */
export function asExample(point: Point, inside: readonly Box[], outside: readonly Box[]): Point {
  const boxes = [...inside, ...outside];
  const holds = (candidate: Point): boolean =>
    inside.every((box) => isInBox(box, candidate)) && !outside.some((box) => isInBox(box, candidate));
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
