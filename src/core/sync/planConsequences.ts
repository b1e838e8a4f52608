import type { JsonObject } from '../json/json.ts';
import { policyConsequenceSteps, type PolicyConsequences } from '../order/policyConsequences.ts';
import { OrderReader } from '../order/policyOrder.ts';
import type { PolicyKind } from '../policy/families.ts';
import { inSlices } from '../util/inSlices.ts';
import type { SyncContext } from './syncContext.ts';

/** What a push hands from one rule to another; undefined where nobody said what collections name. Throws CancelledError. */
export async function planConsequences(
  { collections }: Pick<SyncContext, 'collections'>,
  kind: PolicyKind,
  live: JsonObject,
  next: JsonObject,
  signal?: AbortSignal,
): Promise<PolicyConsequences | undefined> {
  if (!collections) {
    return undefined;
  }
  const reader = new OrderReader(kind, await collections());
  return inSlices(policyConsequenceSteps(reader.read(live), reader.read(next)), signal);
}
