import type { JsonObject } from '../json/json.ts';
import { policyConsequenceSteps, type PolicyConsequences } from '../order/policyConsequences.ts';
import { outsideMembers } from '../order/outsideMembers.ts';
import { OrderReader } from '../order/policyOrder.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { PlanStep } from '../policy/planStep.ts';
import { inSlices } from '../util/inSlices.ts';
import type { SyncContext } from './syncContext.ts';

/** What a push hands from one rule to another; undefined where nobody said what collections name. Throws CanceledError. */
export async function planConsequences(
  { collections }: Pick<SyncContext, 'collections'>,
  kind: PolicyKind,
  live: JsonObject,
  next: JsonObject,
  steps: readonly PlanStep[],
  signal?: AbortSignal,
): Promise<PolicyConsequences | undefined> {
  if (!collections) {
    return undefined;
  }
  const reader = new OrderReader(kind, await collections());
  const told = await inSlices(policyConsequenceSteps(reader.read(live), reader.read(next)), signal);
  const outside = outsideMembers(kind, steps);
  return outside.length > 0 ? { ...told, outside } : told;
}
