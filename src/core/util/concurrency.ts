import { throwIfCancelled } from './errors.ts';
import { asOperation } from './operation.ts';

/**
 * One run at a time per key: callers that arrive while it runs share its result. So it is an operation of its own, and no part
 * of that of whoever came first.
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

/** Lets a number of works run at the same time; the others wait, first come first served. */
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

/** Works on `items` with at most `limit` at a time; results keep the order of the items. The first failure is thrown. */
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
      throwIfCancelled(signal);
      const index = next++;
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
