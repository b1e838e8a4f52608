import type { PolicyKind } from '../../../src/core/policy/families.ts';
import type { SyncContext } from '../../../src/core/sync/syncContext.ts';
import type { PlanOutcome, PushOutcome, PushPlan, PushStep } from '../../../src/core/sync/outcomes.ts';
import type { PushConfirmation } from '../../../src/core/sync/pushNeeds.ts';
import { pushSeveral, type PushedOne } from '../../../src/core/sync/push.ts';
import { planSeveral } from '../../../src/core/sync/plan.ts';

interface PushOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: (step: PushStep) => void;
  readonly confirmed?: PushConfirmation | undefined;
}

/** Plans one policy. Throws the error that keeps it without a plan. */
export async function planOne(
  sync: SyncContext,
  kind: PolicyKind,
  signal?: AbortSignal,
): Promise<PlanOutcome> {
  const { plans, refused } = await planSeveral(sync, [kind], { signal });
  if (refused[0]?.error) {
    throw refused[0].error;
  }
  return plans[0] ? { kind: 'plan', plan: plans[0] } : (refused[0]?.outcome ?? { kind: 'nothing-to-push' });
}

/** Pushes one plan. Throws the error that ends it without a result. */
export async function pushOne(
  sync: SyncContext,
  plan: PushPlan,
  { signal, onStep, confirmed }: PushOptions = {},
): Promise<PushOutcome> {
  const [result] = await pushEach(sync, [plan], new Map(confirmed && [[plan, confirmed]]), {
    signal,
    onStep: (_, step) => onStep?.(step),
  });
  if (!result?.outcome) {
    throw result?.error;
  }
  return result.outcome;
}

/** Plans the policies and pushes the plans; confirms no need of any plan. */
export async function planAndPush(
  sync: SyncContext,
  kinds: readonly PolicyKind[],
  options?: Parameters<typeof pushSeveral>[3],
) {
  const several = await planSeveral(sync, kinds);
  const results = await pushEach(sync, several.plans, new Map(), options);
  return { several, results, remaining: several.plans.slice(results.length) };
}

/** Pushes the plans, and returns all results. */
export async function pushEach(...of: Parameters<typeof pushSeveral>): Promise<readonly PushedOne[]> {
  const results: PushedOne[] = [];
  for await (const result of pushSeveral(...of)) {
    results.push(result);
  }
  return results;
}
