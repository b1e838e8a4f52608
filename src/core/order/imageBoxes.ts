import { canBeImage, findImage, isOfImages } from './imageNames.ts';
import { exampleOf } from './pattern.ts';
import { fields, isInBox, isRanges, type Box, type Point } from './scope.ts';
import type { Values } from './values.ts';

const images = fields.indexOf('images');
/** The fields of the resource, and of the resource at the other end of a connection. */
const imageFields = [images, fields.length + images];
/** Looks at letters for one point. */
const maxLooks = 100_000;

/** Whether the images of a point are possible names. The search finds texts, and only some texts are names of images. */
export function canBePoint(point: Point): boolean {
  return imageFields.every((field) => canBePointAt(point, field));
}

function canBePointAt(point: Point, field: number): boolean {
  return !imageFields.includes(field) || canBeImage(point[field] ?? '');
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
      const shown = (text: string): Point => example.with(field, parts.with(at, text).join('\n'));
      const possible = exampleOf(part, (text) => canBePointAt(shown(text), field) && holds(shown(text)));
      parts[at] = canBePointAt(shown(possible), field)
        ? possible
        : exampleOf(part, (text) => holds(shown(text)));
    }
    // Two of several may have become the same.
    const once = [...new Set(parts)].join('\n');
    example = example.with(field, holds(example.with(field, once)) ? once : parts.join('\n'));
  }
  return canBePoint(example) ? example : withPossibleImages(example, inside, outside);
}

/**
 * The point with possible names of images in place of impossible ones, in all boxes of `inside` and in none of `outside`. The same
 * point where no such name was found. Looks through all names, with all other fields as they are at the point.
 */
function withPossibleImages(point: Point, inside: readonly Box[], outside: readonly Box[]): Point {
  let possible = point;
  for (const field of imageFields) {
    for (const isWhole of canBePointAt(possible, field) ? [] : [true, false]) {
      const near = outside.filter((box) => isInBox(without(box, field), possible));
      const budget = { looks: maxLooks };
      const answer = findImage(listsOf(inside, field), listsOf(near, field), isWhole, budget);
      if (answer.kind === 'image') {
        possible = possible.with(field, answer.name);
        break;
      }
    }
  }
  return possible;
}

/**
 * Whether no image is in all boxes of `inside` and in none of `outside`, where `point` is a text there that is no name of an image.
 * Never wrong when true. A pattern that no image can match counts as correct, because a person wrote it. `left`: looks at letters that
 * are left before and after. Beyond them, texts count as possible names.
 */
export function isOfNoImage(
  point: Point,
  inside: readonly Box[],
  outside: readonly Box[],
  left: { looks: number },
): boolean {
  return imageFields.some((field) => {
    const own = listsOf(inside, field);
    if (canBePointAt(point, field) || left.looks <= 0) {
      return false;
    }
    const budget = { looks: Math.min(maxLooks, left.looks) };
    const before = budget.looks;
    const isNothing = (others: readonly Box[]): boolean =>
      findImage(own, listsOf(others, field), false, budget).kind === 'none';
    // The boxes of `inside` alone are the cheaper question, and the answer even where there are many others.
    const isNone =
      isNothing([]) ||
      // Boxes with a condition on the image alone.
      isNothing(outside.filter((box) => box.every((values, at) => at === field || values === undefined)));
    left.looks -= before - budget.looks;
    return isNone && own.every(({ some }) => some.every(isOfImages));
  });
}

function listsOf(boxes: readonly Box[], field: number): readonly Values[] {
  return boxes.flatMap((box) => {
    const values = box[field];
    return values && !isRanges(values) ? [values] : [];
  });
}

function without(box: Box, field: number): Box {
  return box.map((values, at) => (at === field ? undefined : values));
}
