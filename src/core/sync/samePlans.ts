import { sameDestination } from '../consoleFile/destination.ts';
import type { PushPlan } from './outcomes.ts';
import { reviewText } from './reviewText.ts';

/**
 * Returns true when agreeing to these plans means agreeing to the others: same bytes, same place, same
 * reasons.
 */
export function samePlans(some: readonly PushPlan[], others: readonly PushPlan[]): boolean {
  return (
    some.length === others.length &&
    some.every((plan, at) => {
      const other = others[at];
      return (
        other !== undefined &&
        sameDestination(plan.destination, other.destination) &&
        agreedOf(plan) === agreedOf(other)
      );
    })
  );
}

/** All parts of a plan that a person agrees to; its creation time is not one of them. */
function agreedOf(plan: PushPlan): string {
  const { ref, bodyHash, liveHash, nextHash, restores, overrides, unpulled, earlier, tests } = plan;
  return JSON.stringify([
    [ref.console, ref.policy],
    [bodyHash, liveHash, nextHash, restores ?? null, plan.restoresForeign ?? false, plan.emptiesPolicy],
    [overrides ?? null, unpulled ?? null, earlier ?? null, tests ?? null],
    reviewText(plan).lines,
  ]);
}
