import { destinationLines, placeOf, sameDestination, type Destination } from '../consoles/destination.ts';
import { policyKind } from '../policy/families.ts';
import { ExpectedError } from '../util/errors.ts';
import type { PushPlan } from './outcomes.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/** Does `work` over one connection: whatever happens to settings meanwhile, its requests go to one place or not at all. */
export async function withPinned<T>(
  context: SyncContext,
  work: (pinned: SyncContext) => Promise<T>,
  otherwise?: (error: unknown) => Promise<T>,
): Promise<T> {
  let pin;
  try {
    pin = await context.live.pin?.();
  } catch (error) {
    if (!otherwise) {
      throw error;
    }
    return otherwise(error);
  }
  if (!pin) {
    return work(context);
  }
  try {
    return await work({ ...context, live: pin, known: context.known.through(pin) });
  } finally {
    pin.dispose();
  }
}

/** A plan that was confirmed for one destination is carried out there or nowhere. Throws ExpectedError `other-destination`. */
export function checkDestination({ live }: SyncContext, plan: PushPlan): void {
  if (!sameDestination(live.destination, plan.destination)) {
    throw new ExpectedError(
      'other-destination',
      `The plan was created for ${told(plan.destination)}, but would now go to ${told(live.destination)}. Nothing was sent.`,
      { advice: 'Plan again.' },
    );
  }
}

/** Whether a push went to where the console is now; of one of an earlier version nobody knows better. */
export function isFromHere(
  { placeOf: placeHere }: SyncContext,
  { destination, policy }: Pick<PushRecord, 'destination' | 'policy'>,
): boolean {
  const kind = policyKind(policy);
  return !destination || !placeHere || !kind || placeOf(destination, policy) === placeHere(kind);
}

function told(destination: Destination | undefined): string {
  return destination === undefined ? 'an unknown place' : destinationLines(destination).join(', ');
}
