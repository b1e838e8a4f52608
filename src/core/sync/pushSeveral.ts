import type { PolicyKind } from '../policy/families.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { isCancelled } from '../util/errors.ts';
import type { PlanOutcome, PushOutcome, PushPlan, PushStep } from './outcomes.ts';
import type { PushConfirmation } from './pushNeeds.ts';

/** What planning several policies came to. */
export interface SeveralPlans {
  /** What can be pushed, in the order asked for. */
  readonly plans: readonly PushPlan[];
  /** Policies with nothing to push. */
  readonly unchanged: readonly PolicyRef[];
  /** Policies that cannot be pushed as they are: drift, an unknown base, problems, or an error. */
  readonly refused: readonly RefusedPlan[];
}

export interface RefusedPlan {
  readonly ref: PolicyRef;
  readonly outcome?: Exclude<PlanOutcome, { kind: 'plan' } | { kind: 'nothing-to-push' }>;
  readonly error?: Error;
}

export interface PushSeveralOptions {
  /** Stop at the first policy that is not `applied`; the rest stays to be pushed. Default: go on. */
  readonly stopOnFailure?: boolean;
  readonly onStep?: (ref: PolicyRef, step: PushStep) => void;
  readonly onVerdict?: (result: PushedOne, done: number, total: number) => void;
  /** Heeded between policies, and within one until its PUT begins. */
  readonly signal?: AbortSignal;
  readonly confirmed?: PushConfirmation;
}

/** One policy of several: its verdict, or the error that kept it from being sent. */
export interface PushedOne {
  readonly plan: PushPlan;
  readonly outcome?: PushOutcome;
  readonly error?: Error;
}

export interface SeveralPushed {
  readonly results: readonly PushedOne[];
  /** Not begun, in order: what a later push goes on with. */
  readonly remaining: readonly PushPlan[];
  readonly cancelled: boolean;
}

/** One plan after the other, each by `plan`; a failure concerns its own policy. Throws only a cancellation. */
export async function planSeveral(
  console: string,
  kinds: readonly PolicyKind[],
  plan: (kind: PolicyKind) => Promise<PlanOutcome>,
): Promise<SeveralPlans> {
  const plans: PushPlan[] = [];
  const unchanged: PolicyRef[] = [];
  const refused: RefusedPlan[] = [];
  for (const kind of kinds) {
    const ref: PolicyRef = { console, policy: kind.name };
    try {
      const outcome = await plan(kind);
      if (outcome.kind === 'plan') {
        plans.push(outcome.plan);
      } else if (outcome.kind === 'nothing-to-push') {
        unchanged.push(ref);
      } else {
        refused.push({ ref, outcome });
      }
    } catch (error) {
      if (isCancelled(error)) {
        throw error;
      }
      refused.push({ ref, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  return { plans, unchanged, refused };
}

/** One push after the other, each by `push`. Never throws: what went wrong before a PUT is the error of its policy. */
export async function pushSeveral(
  plans: readonly PushPlan[],
  options: PushSeveralOptions,
  push: (plan: PushPlan) => Promise<PushOutcome>,
): Promise<SeveralPushed> {
  const results: PushedOne[] = [];
  for (const [at, plan] of plans.entries()) {
    if (options.signal?.aborted) {
      return { results, remaining: plans.slice(at), cancelled: true };
    }
    let result: PushedOne;
    try {
      result = { plan, outcome: await push(plan) };
    } catch (error) {
      if (isCancelled(error)) {
        return { results, remaining: plans.slice(at), cancelled: true };
      }
      result = { plan, error: error instanceof Error ? error : new Error(String(error)) };
    }
    results.push(result);
    options.onVerdict?.(result, at + 1, plans.length);
    if (options.stopOnFailure && result.outcome?.verdict !== 'applied') {
      return { results, remaining: plans.slice(at + 1), cancelled: false };
    }
  }
  return { results, remaining: [], cancelled: false };
}
