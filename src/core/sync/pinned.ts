import {
  destinationLines,
  policyAddress,
  sameDestination,
  type Destination,
} from '../consoleFile/destination.ts';
import { policyKind } from '../policy/families.ts';
import { ExpectedError } from '../util/errors.ts';
import type { PushPlan } from './outcomes.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Runs `work` over one connection. Changed settings cannot redirect its requests: they go to one place or
 * fail.
 */
export async function withPinned<T>(
  context: SyncContext,
  work: (pinned: SyncContext) => Promise<T>,
): Promise<T> {
  const pin = await context.live.pin?.();
  try {
    return await work(pin ? { ...context, live: pin } : context);
  } finally {
    pin?.dispose();
  }
}

/** Checks that a plan goes to its confirmed destination. Throws ExpectedError `other-destination`. */
export function checkDestination({ live }: SyncContext, plan: PushPlan): void {
  if (!sameDestination(live.destination, plan.destination)) {
    throw new ExpectedError(
      'other-destination',
      `The plan was created for ${told(plan.destination)}, but would now go to ${told(live.destination)}. Nothing was sent.`,
      { advice: 'Plan again.' },
    );
  }
}

/**
 * Returns true when a push went to the current place of the console. Records of earlier versions have no
 * destination, so they count, too.
 */
export function isFromHere(
  { addressOf }: SyncContext,
  { destination, policy }: Pick<PushRecord, 'destination' | 'policy'>,
): boolean {
  const kind = policyKind(policy);
  return !destination || !addressOf || !kind || policyAddress(destination, policy) === addressOf(kind);
}

function told(destination: Destination | undefined): string {
  return destination === undefined ? 'an unknown place' : destinationLines(destination).join(', ');
}
