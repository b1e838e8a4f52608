import type { JsonObject } from '../json/json.ts';
import { policyConsequenceSteps, type PolicyConsequences } from '../order/policyConsequences.ts';
import { outsideMembers } from '../order/outsideMembers.ts';
import { OrderReader } from '../order/policyOrder.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { PlanStep } from '../policy/planStep.ts';
import { inSlices } from '../util/inSlices.ts';

/** Decisions that a push changes. Throws CanceledError. */
export async function planConsequences(
  collections: KnownCollections,
  kind: PolicyKind,
  live: JsonObject,
  next: JsonObject,
  steps: readonly PlanStep[],
  signal?: AbortSignal,
): Promise<PolicyConsequences> {
  const reader = new OrderReader(kind, collections);
  const told = await inSlices(policyConsequenceSteps(reader.read(live), reader.read(next)), signal);
  const outside = outsideMembers(kind, steps);
  return outside.length > 0 ? { ...told, outside } : told;
}
