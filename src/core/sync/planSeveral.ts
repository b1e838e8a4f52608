import type { PolicyKind } from '../policy/families.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { asError, isCanceled } from '../util/errors.ts';
import type { PlanOutcome, PushPlan } from './outcomes.ts';

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

/** One after the other, each by `plan`. Throws a cancellation, and an error that `leavesOut` says concerns more than its policy. */
export async function planSeveral(
  console: string,
  kinds: readonly PolicyKind[],
  plan: (kind: PolicyKind) => Promise<PlanOutcome>,
  leavesOut: (error: unknown) => boolean = () => true,
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
      if (isCanceled(error) || !leavesOut(error)) {
        throw error;
      }
      refused.push({ ref, error: asError(error) });
    }
  }
  return { plans, unchanged, refused };
}
