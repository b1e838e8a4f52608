import { throwIfCanceled } from './errors.ts';
import { asOperation } from './operation.ts';

/**
 * Allows one run at a time per key: callers that arrive during the run share its result. The run is an
 * operation of its own, not a part of the first caller's operation.
 */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running) {
      return running;
    }
    const started = asOperation(work).finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}

/**
 * Allows one run at a time per key, and each caller gets a run that began after its call. Callers during a
 * run share the next run, so many callers cause few disk reads and none gets stale data.
 */
export class FreshFlight<T> {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const next = this.#next.get(key);
    if (next) {
      return next;
    }
    const before = this.#last.get(key)?.catch(() => undefined) ?? Promise.resolve();
    const run = before.then(() => {
      this.#next.delete(key);
      return work();
    });
    const ended = run.finally(() => {
      if (this.#last.get(key) === ended) {
        this.#last.delete(key);
      }
    });
    this.#next.set(key, ended);
    this.#last.set(key, ended);
    return ended;
  }
}

/** Limits the number of tasks that run at the same time; the others wait in order of arrival. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free--;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) {
        next();
      } else {
        this.#free++;
      }
    }
  }
}

/**
 * Runs `work` for at most `limit` items at a time; results keep the order of the items. Throws the first
 * failure.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
  signal?: AbortSignal,
): Promise<R[]> {
  const results = Array.from<R>({ length: items.length });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      throwIfCanceled(signal);
      const index = next++;
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
