import { setTimeout as delay } from 'node:timers/promises';
import { CanceledError } from '../util/errors.ts';

/** The clock of a client. Tests replace it. */
export interface ConsoleClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects with `CanceledError` when `signal` fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: ConsoleClock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(ms, undefined, { signal });
    } catch {
      throw new CanceledError();
    }
  },
};
