import type { JsonObject } from '../json/json.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind, RuleArray } from '../policy/families.ts';
import type { KnownResource } from './decide.ts';
import { decideFor, type PolicyDecision } from './policyDecision.ts';
import { OrderReader } from './policyOrder.ts';

/** Which of the documents of a policy is meant. */
export const sides = ['working', 'base', 'live'] as const;

export type SideName = (typeof sides)[number];

/** What a list of rules decides. */
export interface ListDecision extends PolicyDecision {
  readonly array: RuleArray['key'];
}

/** Which rule of a document decides for a resource, in the order of the policy's lists. */
export function decisionsIn(
  kind: PolicyKind,
  document: JsonObject,
  collections: KnownCollections,
  resource: KnownResource,
): readonly ListDecision[] {
  return new OrderReader(kind, collections)
    .read(document)
    .map((list) => ({ array: list.array, ...decideFor(list, resource) }));
}

/** Whether two documents of a policy decide the same: by a rule of that name, with the same effect and as surely. */
export function decideAlike(one: PolicyDecision, other: PolicyDecision): boolean {
  const names = ({ notKnown }: PolicyDecision): string => JSON.stringify(notKnown.map(({ name }) => name));
  return (
    one.rule?.name === other.rule?.name &&
    JSON.stringify(one.effect) === JSON.stringify(other.effect) &&
    names(one) === names(other)
  );
}
