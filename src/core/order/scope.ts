import { resourceLists } from '../policy/collections.ts';
import { areRangesApart, areRangesWithin, isInRanges, type Ranges } from './ranges.ts';
import { areSurelyApart, isIn, isNothing, isSurelyWithin, type Values } from './values.ts';
import type { Work } from './patternSet.ts';

/** The condition on one field. Undefined: none. */
export type FieldValues = Values | Ranges | undefined;

/**
 * The contents of one collection: the allowed values of each field. All conditions have to be met. The fields of resources are those
 * of `resourceLists`, in that order; connections have fields of their own. Fields beyond the end have no condition.
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

/** Whether a resource may have several values for the field. Then one of them has to be allowed. */
export function canBeSeveral(field: number): boolean {
  return field === labels || field === fields.length + labels;
}

/** The box without a condition. */
export const everything: Box = [];

export function isRanges(values: Values | Ranges): values is Ranges {
  return 'ranges' in values;
}

/** A point without a demand on a number has no number there: it is in no range. */
export function isInField(values: Values | Ranges, value: string): boolean {
  if (isRanges(values)) {
    return /^\d/.test(value) && isInRanges(values, BigInt(value));
  }
  return value.includes('\n') ? value.split('\n').some((part) => isIn(values, part)) : isIn(values, value);
}

export function isInBox(box: Box, point: Point): boolean {
  for (let field = 0; field < box.length; field++) {
    const values = box[field];
    if (values && !isInField(values, point[field] ?? '')) {
      return false;
    }
  }
  return true;
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
