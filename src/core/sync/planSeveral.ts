import type { PolicyKind } from '../policy/families.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { sameDestination, type Destination } from '../consoleFile/destination.ts';
import { Gate } from '../util/concurrency.ts';
import { asError, isCanceled } from '../util/errors.ts';
import type { PlanOutcome, PushPlan } from './outcomes.ts';
import { limitedReads, requestsAtOnce } from './pull.ts';
import type { LiveDocument } from './readLive.ts';
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

/** Called after each policy. */
export type OnProgress = (done: number, total: number) => void;

export interface RefusedPlan {
  readonly ref: PolicyRef;
  readonly outcome?: Exclude<PlanOutcome, { kind: 'plan' } | { kind: 'nothing-to-push' }>;
  readonly error?: Error;
}

/**
 * Requests that several plans share. The reads of live policies are limited, and one request reads the
 * collections for all.
 */
export class SharedReadings {
  readonly #gate = new Gate(requestsAtOnce);
  #collections:
    | { readonly destination: Destination | undefined; readonly names: Promise<ReadonlySet<string>> }
    | undefined;

  live(
    { known, live }: SyncContext,
    kind: PolicyKind,
    signal: AbortSignal | undefined,
  ): Promise<LiveDocument> {
    return known.read({ live: limitedReads(live, this.#gate) }, kind, signal);
  }

  /** Names of another destination do not count, because settings may change during planning. */
  collectionNames({ live }: SyncContext, signal: AbortSignal | undefined): Promise<ReadonlySet<string>> {
    if (!this.#collections || !sameDestination(this.#collections.destination, live.destination)) {
      this.#collections = { destination: live.destination, names: live.collectionNames(signal) };
    }
    return this.#collections.names;
  }
}

/**
 * Plans several policies at the same time. Throws a cancellation, and every error that `leavesOut` refuses.
 */
export async function planSeveral(
  console: string,
  kinds: readonly PolicyKind[],
  plan: (kind: PolicyKind) => Promise<PlanOutcome>,
  leavesOut: (error: unknown) => boolean = () => true,
  onProgress?: OnProgress,
): Promise<SeveralPlans> {
  let done = 0;
  const outcomes = await Promise.all(
    kinds.map(async (kind): Promise<PlanOutcome | { readonly kind: 'error'; readonly error: Error }> => {
      try {
        return await plan(kind);
      } catch (error) {
        if (isCanceled(error) || !leavesOut(error)) {
          throw error;
        }
        return { kind: 'error', error: asError(error) };
      } finally {
        onProgress?.(++done, kinds.length);
      }
    }),
  );
  const plans: PushPlan[] = [];
  const unchanged: PolicyRef[] = [];
  const refused: RefusedPlan[] = [];
  kinds.forEach(({ name }, at) => {
    const ref: PolicyRef = { console, policy: name };
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
