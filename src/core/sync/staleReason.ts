import { canonicalHash } from '../policy/canonical.ts';
import { policyKind } from '../policy/families.ts';
import { sentForm } from '../policy/sentForm.ts';
import { plannedBase, type PushPlan } from './outcomes.ts';
import { madePlans } from './plan.ts';
import type { SyncContext } from './syncContext.ts';
import { valueOf } from './workingCopy.ts';

/**
 * Reason why a plan is outdated: changed `file`, changed `live` policy, moved `base`, or another
 * `destination` of the console.
 */
export type StaleReason = 'file' | 'live' | 'base' | 'destination';

/** Returns the reason why a plan is outdated; undefined for a current plan. Makes no request. */
export async function staleReason(context: SyncContext, plan: PushPlan): Promise<StaleReason | undefined> {
  const kind = policyKind(plan.ref.policy);
  const made = madePlans.get(plan);
  if (made?.bases !== context.bases) {
    return 'destination';
  }
  const live = context.known.answer(kind.name)?.hash ?? plan.liveHash;
  const base = await context.bases.hash(kind);
  if (base !== plannedBase(plan)) {
    return 'base';
  }
  if (live !== plan.liveHash) {
    return 'live';
  }
  // A restore does not come from the file.
  const copy = made.text === undefined ? undefined : await context.copies.read(plan.ref);
  if (copy?.text === made.text) {
    return undefined;
  }
  const value = copy && (await valueOf(kind, copy, plan.next));
  const next = value && sentForm(kind, plan.live, value).next;
  return next && canonicalHash(kind, next) === plan.nextHash ? undefined : 'file';
}
