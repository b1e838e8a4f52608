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

/** True when collections are known and none has this name. `All` always exists. */
export function isMissing({ collections }: TestedPolicy, name: string): boolean {
  return collections.size > 0 && !collections.has(name) && name !== 'All';
}

/** Searches the rules of all lists by name. */
export function hasRule({ lists }: TestedPolicy, name: string): boolean {
  return lists.some(({ rules }) => rules.some((rule) => rule.name === name));
}
