import type { Disposable } from '../../core/util/disposable.ts';

/** The longest wait, also for slower work. */
const MAX_MS = 500;
/** Work within the time of a frame runs after every keystroke. */
const quickMs = 8;

/**
 * Runs the work of a key. Work that was quick the last time runs at once, before other reactions to the same keystroke.
 * Slower work waits for a pause in typing, in proportion to its last duration.
 */
export class RestingTimer implements Disposable {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #took = new Map<string, number>();

  run(key: string, work: () => void): void {
    clearTimeout(this.#timers.get(key));
    const took = this.#took.get(key) ?? 0;
    if (took <= quickMs) {
      this.#now(key, work);
    } else {
      const wait = Math.min(MAX_MS, Math.round(took * 3));
      this.#timers.set(
        key,
        setTimeout(() => this.#now(key, work), wait),
      );
    }
  }

  cancel(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#took.delete(key);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) {
      clearTimeout(timer);
    }
    this.#timers.clear();
  }

  #now(key: string, work: () => void): void {
    this.#timers.delete(key);
    const begin = performance.now();
    work();
    this.#took.set(key, performance.now() - begin);
  }
}
