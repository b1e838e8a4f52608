import { sameDestination, type Destination } from '../consoleFile/destination.ts';
import type { PolicyKind } from '../policy/families.ts';
import { Gate } from '../util/concurrency.ts';
import { pause } from '../util/pause.ts';
import type { LivePolicies } from './ports.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';

/** Requests at the same time, unless a caller asks for another number. */
export const requestsAtOnce = 6;

/** Limits simultaneous requests for live policies. Parsing comes after the gate, so both overlap. */
export function limitedReads(live: LivePolicies, gate: Gate): Pick<LivePolicies, 'readPolicy'> {
  return {
    readPolicy: async (...of) => {
      const answer = await gate.pass(() => live.readPolicy(...of));
      // The pause lets other answered reads start their next requests before any parsing.
      await pause();
      return answer;
    },
  };
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
