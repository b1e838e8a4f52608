import type { JsonObject } from '../json/json.ts';
import { policyDecisionChanges, type PolicyDecisionChanges } from '../order/policyDecisionChanges.ts';
import { outsideMembers } from '../order/decisionDifferences.ts';
import { OrderReader } from '../order/orderReader.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { PlanStep } from '../policy/planStep.ts';

/** Decisions that a push changes. */
export function planConsequences(
  collections: KnownCollections,
  kind: PolicyKind,
  live: JsonObject,
  next: JsonObject,
  steps: readonly PlanStep[],
): PolicyDecisionChanges {
  const reader = new OrderReader(kind, collections);
  const told = policyDecisionChanges(reader.read(live), reader.read(next));
  const outside = outsideMembers(kind, steps);
  return outside.length > 0 ? { ...told, outside } : told;
}
