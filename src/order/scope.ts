import { resourceLists, type CollectionPatterns } from '../model/collections.ts';
import { areSurelyApart, isIn, isSurelyWithin, readValues, type Values } from './values.ts';

/** What one collection names: for each of `resourceLists`, in that order, the values it allows. All have to be met. */
export type Box = readonly (Values | undefined)[];

/** A resource as the model sees it: one value for each of `resourceLists`, in lower case; empty where it has none. */
export type Point = readonly string[];

/** Fields of a resource, by place in `resourceLists`. */
export const fields = resourceLists;

/** Undefined when something about the collection is documented nowhere, or it constrains what `matters` does not name. */
export function boxOf(
  patterns: CollectionPatterns,
  matters: ReadonlySet<(typeof fields)[number]>,
): Box | undefined {
  const box: (Values | undefined)[] = [];
  for (const field of fields) {
    const values = readValues(patterns[field]);
    if (values === 'unclear' || (values && !matters.has(field))) {
      return undefined;
    }
    box.push(values);
  }
  return box;
}

export function isInBox(box: Box, point: Point): boolean {
  return box.every((values, field) => isIn(values, point[field] ?? ''));
}

/** Quick and never wrong when true. */
export function areBoxesSurelyApart(left: Box, right: Box): boolean {
  return left.some((values, field) => areSurelyApart(values, right[field]));
}

/** Quick and never wrong when true. */
export function isBoxSurelyWithin(inner: Box, outer: Box): boolean {
  return outer.every((values, field) => isSurelyWithin(inner[field], values));
}
