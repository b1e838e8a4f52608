import { asExample, isOfNoImage } from '../../../src/core/order/imageBoxes.ts';
import { searchBudget } from '../../../src/core/order/regionSearch.ts';
import {
  areBoxesSurelyApart,
  isInBox,
  isRanges,
  type Box,
  type Point,
} from '../../../src/core/order/scope.ts';
import { Search, type Outside } from '../../../src/core/order/search.ts';
import { Work } from '../../../src/core/order/patternSet.ts';

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
): PointAnswer {
  const work = new Work();
  const near = outside.filter((box) => !inside.some((own) => areBoxesSurelyApart(own, box, work)));
  const search = new Search(new Boxes(near), budget.steps);
  const found = search.find(inside);
  budget.steps = search.steps;
  if (found && isOfNoImage(found, inside, near, { looks: Infinity })) {
    return { kind: 'none' };
  }
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

  get stepsOfPoint(): number {
    return this.#boxes.length;
  }

  get numbers(): ReadonlySet<number> {
    const asked = this.#boxes.flatMap((box) =>
      [...box.keys()].filter((field) => box[field] && isRanges(box[field])),
    );
    return new Set(asked);
  }

  holdersOf(point: Point): readonly number[] {
    return [...this.#boxes.keys()].filter((at) => isInBox(this.box(at), point));
  }

  box(at: number): Box {
    return this.#boxes[at] as Box;
  }

  /** The first of equals. */
  keyOf(at: number): string {
    return String(at).padStart(9, '0');
  }
}
