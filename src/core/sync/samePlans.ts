import { sameDestination } from '../consoles/destination.ts';
import type { PushPlan } from './outcomes.ts';
import { reviewText } from './reviewText.ts';

/** Whether a person who agreed to these plans agreed to those: the same bytes, to the same place, for the same reasons. */
export function samePlans(some: readonly PushPlan[], others: readonly PushPlan[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => {
      const other = others[at];
      return (
        other !== undefined &&
        sameDestination(one.destination, other.destination) &&
        agreedOf(one) === agreedOf(other)
      );
    })
  );
}

/** Everything a person agrees to in a plan; the time when the plan was made is no part of that. */
function agreedOf(plan: PushPlan): string {
  const { ref, bodyHash, liveHash, nextHash, restores, overrides, unpulled, earlier, tests } = plan;
  return JSON.stringify([
    [ref.console, ref.policy],
    [bodyHash, liveHash, nextHash, restores ?? null, plan.restoresForeign ?? false, plan.emptiesPolicy],
    [overrides ?? null, unpulled ?? null, earlier ?? null, tests ?? null],
    reviewText(plan, '').lines,
  ]);
}
