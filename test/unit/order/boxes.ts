import {
  resourceLists,
  type CollectionPatterns,
  type ResourceList,
} from '../../../src/core/policy/collections.ts';
import { isFieldSurelyWithin, type Box } from '../../../src/core/order/scope.ts';
import { readScope } from '../../../src/core/order/scopeReader.ts';

/** The contents of a collection, where they are exactly known. */
export function boxOf(
  patterns: CollectionPatterns,
  matters: ReadonlySet<ResourceList> = new Set(resourceLists),
): Box | undefined {
  return readScope('', patterns, matters).box;
}

/** Quick and never wrong when true. */
export function isBoxSurelyWithin(inner: Box, outer: Box): boolean {
  return outer.every((values, field) => {
    const own = inner[field];
    return !values || (own !== undefined && isFieldSurelyWithin(own, values));
  });
}
