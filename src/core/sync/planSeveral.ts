import type { PolicyKind } from '../policy/families.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { asError, isCanceled, throwIfCanceled } from '../util/errors.ts';
import { withinOperation } from '../util/operation.ts';
import type { PlanOutcome, PushPlan } from './outcomes.ts';
import { planPush } from './plan.ts';
import { SharedReadings } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';

/** Result of planning several policies. */
export interface SeveralPlans {
  /** Plans that can be pushed, in the requested order. */
  readonly plans: readonly PushPlan[];
  /** Policies with nothing to push. */
  readonly unchanged: readonly PolicyRef[];
  /** Policies that cannot be pushed as they are: drift, an unknown base, problems, or an error. */
  readonly refused: readonly RefusedPlan[];
}

interface PlanAllOptions {
  readonly signal?: AbortSignal | undefined;
  /** Runs before each policy is planned. */
  readonly before?: (kind: PolicyKind) => Promise<void>;
  readonly plan?: (kind: PolicyKind) => Promise<PlanOutcome>;
  readonly leavesOut?: (error: unknown) => boolean;
  /** Called after each policy. */
  readonly onProgress?: (done: number, total: number) => void;
}

export type RefusedOutcome = Exclude<PlanOutcome, { kind: 'plan' } | { kind: 'nothing-to-push' }>;

export interface RefusedPlan {
  readonly ref: PolicyRef;
  readonly outcome?: RefusedOutcome;
  readonly error?: Error;
}

/**
 * Plans several policies at the same time, as pushes of their files unless `plan` does something else. A
 * failure leaves out only its policy, unless it is a cancellation or `leavesOut` refuses this.
 */
export function planSeveral(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  options: PlanAllOptions = {},
): Promise<SeveralPlans> {
  return withinOperation(() => planAll(context, kinds, options));
}

async function planAll(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  { signal, before, plan, leavesOut = () => true, onProgress }: PlanAllOptions,
): Promise<SeveralPlans> {
  const readings = new SharedReadings();
  let done = 0;
  const planOne = async (kind: PolicyKind): Promise<PlanOutcome | { kind: 'error'; error: Error }> => {
    try {
      throwIfCanceled(signal);
      await before?.(kind);
      return await (plan?.(kind) ?? planPush(context, kind, { signal, readings }));
    } catch (error) {
      if (isCanceled(error) || !leavesOut(error)) {
        throw error;
      }
      return { kind: 'error', error: asError(error) };
    } finally {
      onProgress?.(++done, kinds.length);
    }
  };
  const outcomes = await Promise.all(kinds.map(planOne));
  const plans: PushPlan[] = [];
  const unchanged: PolicyRef[] = [];
  const refused: RefusedPlan[] = [];
  kinds.forEach(({ name }, at) => {
    const ref: PolicyRef = { console: context.console, policy: name };
    const outcome = outcomes[at];
    if (outcome?.kind === 'plan') {
      plans.push(outcome.plan);
    } else if (outcome?.kind === 'nothing-to-push') {
      unchanged.push(ref);
    } else if (outcome) {
      refused.push(outcome.kind === 'error' ? { ref, error: outcome.error } : { ref, outcome });
    }
  });
  return { plans, unchanged, refused };
}
