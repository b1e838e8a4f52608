import type { JsonObject } from '../json/json.ts';
import { OrderReader, type ListOrder } from '../order/orderReader.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';

/** A policy document with its known collections, read once for all of its tests. */
export interface TestedPolicy {
  readonly kind: PolicyKind;
  readonly lists: readonly ListOrder[];
  readonly collections: KnownCollections;
}

export function testedPolicy(
  kind: PolicyKind,
  document: JsonObject,
  collections: KnownCollections,
): TestedPolicy {
  return { kind, collections, lists: new OrderReader(kind, collections).read(document) };
}
