import { canonicalHash } from '../policy/canonical.ts';
import { policyKind } from '../policy/families.ts';
import { sentForm } from '../policy/sentForm.ts';
import type { PushPlan } from './outcomes.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Why a plan would not be made the same now: its `file` says something else, `live` was changed, it was pushed or pulled
 * since (`base`), or the console is another one (`destination`).
 */
export type StaleReason = 'file' | 'live' | 'base' | 'destination';

/** Undefined while the plan stands. From what is known: makes no request. */
export async function staleReason(context: SyncContext, plan: PushPlan): Promise<StaleReason | undefined> {
  const kind = policyKind(plan.ref.policy);
  if (!kind || !context.plans.has(plan)) {
    return 'destination';
  }
  const live = context.known.answer(kind.name)?.hash ?? plan.liveHash;
  const base = await context.bases.hash(kind);
  if (base !== (plan.overrides ? plan.overrides.base : plan.liveHash)) {
    return 'base';
  }
  if (live !== plan.liveHash) {
    return 'live';
  }
  const planned = context.plans.get(plan);
  // What is restored does not come from the file.
  if (planned === undefined) {
    return undefined;
  }
  const copy = await context.copies.read(plan.ref);
  if (copy?.text === planned) {
    return undefined;
  }
  const value = copy && (await context.working.value(kind, copy, plan.next));
  const next = value && sentForm(kind, plan.live, value).next;
  return next && canonicalHash(kind, next) === plan.nextHash ? undefined : 'file';
}
