import { exampleOf } from './pattern.ts';
import { canBePoint, canBePointAt, isOfNoImage, withPossibleImages } from './imageBoxes.ts';
import { areBoxesSurelyApart, isBoxSurelyWithin, isInBox, isRanges, type Box, type Point } from './scope.ts';
import { isPointIn, numbersOf, Search, type Outside } from './search.ts';
import { Work } from './work.ts';

/** Steps a search may take before it gives up. One step looks at one box. */
export const searchBudget = 20_000;

/** Texts that are tried for an example, mostly. */
const triesOfExample = 4;

export type PointAnswer =
  { readonly kind: 'point'; readonly point: Point } | { readonly kind: 'none' | 'gave-up' };

/**
 * A resource in all boxes of `inside` and in none of `outside`, as an example; `none` is proven (of what images can be called),
 * `gave-up` says nothing.
 */
export function findPoint(
  inside: readonly Box[],
  outside: readonly Box[],
  budget: { steps: number } = { steps: searchBudget },
  work = new Work(),
): PointAnswer {
  const near = outside.filter((box) => !inside.some((own) => areBoxesSurelyApart(own, box, work)));
  if (near.some((box) => inside.some((own) => isBoxSurelyWithin(own, box, work)))) {
    return { kind: 'none' };
  }
  const search = new Search(new Boxes(near), budget.steps);
  const found = search.find(inside);
  budget.steps = search.steps;
  if (found && isOfNoImage(found, inside, near, work)) {
    return { kind: 'none' };
  }
  if (found) {
    // An example for people is tried several times on all of them.
    work.done += triesOfExample * (patternsOf(inside) + patternsOf(near));
    if (work.isBeyondLimit) {
      return { kind: 'gave-up' };
    }
    return { kind: 'point', point: asExample(found, inside, near) };
  }
  return { kind: search.gaveUp ? 'gave-up' : 'none' };
}

class Boxes implements Outside {
  readonly #boxes: readonly Box[];
  readonly stepsOfPoint: number;

  constructor(boxes: readonly Box[]) {
    this.#boxes = boxes;
    this.stepsOfPoint = Math.max(0, patternsOf(boxes) - 4 * this.size) >> 4;
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

/** Patterns and ranges of all of them. */
export function patternsOf(boxes: readonly Box[]): number {
  let patterns = 0;
  for (const box of boxes) {
    for (const values of box) {
      if (values) {
        patterns += isRanges(values) ? values.ranges.length : values.some.length + values.none.length;
      }
    }
  }
  return patterns;
}

/** Replaces values by plainer values that prove the same, field by field. Fields without a condition become empty. */
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
      const shown = (one: string): Point => example.with(field, parts.with(at, one).join('\n'));
      const possible = exampleOf(part, (one) => canBePointAt(shown(one), field) && holds(shown(one)));
      parts[at] = canBePointAt(shown(possible), field)
        ? possible
        : exampleOf(part, (one) => holds(shown(one)));
    }
    // Two of several may have become the same.
    const once = [...new Set(parts)].join('\n');
    example = example.with(field, holds(example.with(field, once)) ? once : parts.join('\n'));
  }
  return canBePoint(example) ? example : withPossibleImages(example, inside, outside);
}
