import { resourceLists, type CollectionPatterns, type ResourceList } from '../policy/collections.ts';
import { areRangesApart, areRangesWithin, isInRanges, type Ranges } from './ranges.ts';
import { areSurelyApart, isIn, isNothing, isSurelyWithin, readValues, type Values } from './values.ts';
import type { Work } from './work.ts';

/** The condition on one field. Undefined: none. */
export type FieldValues = Values | Ranges | undefined;

/**
 * The contents of one collection: the values that it allows for each field. All conditions have to be met. For resources the fields are those
 * of `resourceLists`, in that order; connections have fields of their own. Fields beyond the end ask for nothing.
 */
export type Box = readonly FieldValues[];

/**
 * A resource as the model sees it: one value for each field, in lower case; empty where it has none. Numbers are decimal,
 * and labels, of which a resource may have several, have a line each.
 */
export type Point = readonly string[];

/** Fields of a resource, by place in `resourceLists`. */
export const fields = resourceLists;

/** The fields of the resource, and of the resource at the other end of a connection. */
const labels = fields.indexOf('labels');

/** Whether a resource may have several values for the field, of which one has to be allowed. */
export function canBeSeveral(field: number): boolean {
  return field === labels || field === fields.length + labels;
}

/**
 * Undefined when it is not known exactly what a collection names: something about it is documented nowhere, or it constrains
 * what `matters` does not name. With several labels it is documented nowhere whether one that is taken away outweighs one
 * that is named.
 */
export function boxOf(
  patterns: CollectionPatterns,
  matters: ReadonlySet<ResourceList>,
  work?: Work,
): Box | undefined {
  const box: FieldValues[] = [];
  for (const [place, field] of fields.entries()) {
    const values = readValues(patterns[field], work);
    if (
      values === 'unclear' ||
      (values && !matters.has(field)) ||
      (values && canBeSeveral(place) && values.none.length > 0)
    ) {
      return undefined;
    }
    box.push(values);
  }
  return box;
}

/** Asks for nothing. */
export const everything: Box = [];

export function isRanges(values: Values | Ranges): values is Ranges {
  return 'ranges' in values;
}

export function isInField(values: FieldValues, value: string): boolean {
  if (!values) {
    return true;
  }
  return isRanges(values) ? value !== '' && isInRanges(values, BigInt(value)) : isIn(values, value);
}

export function isInBox(box: Box, point: Point): boolean {
  return box.every((values, field) => {
    const value = point[field] ?? '';
    return canBeSeveral(field)
      ? value.split('\n').some((one) => isInField(values, one))
      : isInField(values, value);
  });
}

/** Whether nothing can be in it. */
export function isEmptyBox(box: Box): boolean {
  return box.some((values) => values && !isRanges(values) && isNothing(values));
}

/** Quick and never wrong when true. */
export function areBoxesSurelyApart(left: Box, right: Box, work?: Work): boolean {
  return left.some((values, field) => {
    const other = right[field];
    return values !== undefined && other !== undefined && areFieldsSurelyApart(field, values, other, work);
  });
}

/** Quick and never wrong when true. */
export function isBoxSurelyWithin(inner: Box, outer: Box, work?: Work): boolean {
  return outer.every((values, field) => {
    const own = inner[field];
    return !values || (own !== undefined && isFieldSurelyWithin(own, values, work));
  });
}

/** Quick and never wrong when true. Each of several values can be for another list. */
export function areFieldsSurelyApart(
  field: number,
  left: Values | Ranges,
  right: Values | Ranges,
  work?: Work,
): boolean {
  return isRanges(left)
    ? isRanges(right) && areRangesApart(left, right)
    : !isRanges(right) && !canBeSeveral(field) && areSurelyApart(left, right, work);
}

/** Quick and never wrong when true. */
export function isFieldSurelyWithin(inner: Values | Ranges, outer: Values | Ranges, work?: Work): boolean {
  return isRanges(outer)
    ? isRanges(inner) && areRangesWithin(inner, outer)
    : !isRanges(inner) && isSurelyWithin(inner, outer, work);
}
