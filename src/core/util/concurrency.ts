import { throwIfCanceled } from './errors.ts';
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

/**
 * One run at a time per key, and each caller is answered by a run that began after the call: callers that come while one is
 * under way share the next. So what is asked of a disk by many at once is asked once or twice, and none is told what was before.
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

/** Lets a number of works run at the same time; the others wait, first come first served. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** The same for a work whose end is not that of a function: it ends when the answer is called, at first. */
  async enter(): Promise<() => void> {
    if (this.#free > 0) {
      this.#free--;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    let isIn = true;
    return () => {
      if (isIn) {
        isIn = false;
        this.#leave();
      }
    };
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free++;
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
      throwIfCanceled(signal);
      const index = next++;
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
