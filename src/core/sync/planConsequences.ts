import type { JsonObject } from '../json/json.ts';
import { policyConsequenceSteps, type PolicyConsequences } from '../order/policyConsequences.ts';
import { OrderReader } from '../order/policyOrder.ts';
import type { PolicyKind } from '../policy/families.ts';
import { throwIfCancelled } from '../util/errors.ts';
import { pause } from '../util/pause.ts';
import type { SyncContext } from './syncContext.ts';

/** Milliseconds of work after which others get their turn. */
const patience = 4;

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
  const steps = policyConsequenceSteps(reader.read(live), reader.read(next));
  let until = performance.now() + patience;
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
    if (performance.now() > until) {
      await pause();
      throwIfCancelled(signal);
      until = performance.now() + patience;
    }
  }
}
