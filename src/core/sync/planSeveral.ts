import type { PolicyKind } from '../policy/families.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { sameDestination, type Destination } from '../consoles/destination.ts';
import { Gate, mapConcurrent } from '../util/concurrency.ts';
import { asError, isCanceled } from '../util/errors.ts';
import type { PlanOutcome, PushPlan } from './outcomes.ts';
import { readLiveThrough, requestsAtOnce } from './pull.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';

/** What planning several policies came to. */
export interface SeveralPlans {
  /** What can be pushed, in the order asked for. */
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

/** Requests of several plans that are made together: those for live are limited, and one asks for the collections for all of them. */
export class SharedReadings {
  readonly #gate = new Gate(requestsAtOnce);
  #collections:
    | { readonly destination: Destination | undefined; readonly names: Promise<ReadonlySet<string>> }
    | undefined;

  live(context: SyncContext, kind: PolicyKind, signal: AbortSignal | undefined): Promise<LiveDocument> {
    return readLiveThrough(this.#gate, context, kind, signal);
  }

  /** The names of another destination are no answer: settings may change while plans are made. */
  collectionNames({ live }: SyncContext, signal: AbortSignal | undefined): Promise<ReadonlySet<string>> {
    if (!this.#collections || !sameDestination(this.#collections.destination, live.destination)) {
      this.#collections = { destination: live.destination, names: live.collectionNames(signal) };
    }
    return this.#collections.names;
  }
}

/** Plans several at the same time. Throws a cancellation, and an error that `leavesOut` says concerns more than its policy. */
export async function planSeveral(
  console: string,
  kinds: readonly PolicyKind[],
  plan: (kind: PolicyKind) => Promise<PlanOutcome>,
  leavesOut: (error: unknown) => boolean = () => true,
  onProgress?: OnProgress,
): Promise<SeveralPlans> {
  const stop = new AbortController();
  let done = 0;
  const outcomes = await mapConcurrent(
    kinds,
    // A plan that waits for the collections keeps no other from asking for its policy.
    4 * requestsAtOnce,
    async (kind): Promise<PlanOutcome | { readonly kind: 'error'; readonly error: Error }> => {
      try {
        return await plan(kind);
      } catch (error) {
        if (isCanceled(error) || !leavesOut(error)) {
          stop.abort();
          throw error;
        }
        return { kind: 'error', error: asError(error) };
      } finally {
        onProgress?.(++done, kinds.length);
      }
    },
    stop.signal,
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
