import type { Disposable } from '../../core/util/disposable.ts';

/** Never wait longer than this, however slow the work is. */
const longestMs = 500;
/** What is done in the time of a frame follows every keystroke at once. */
const quickMs = 8;

/**
 * Runs work soon after the last call for its key. The wait grows with what the work took the last time, so quick work
 * follows every keystroke and slow work waits for the typing to rest.
 */
export class RestingTimer implements Disposable {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #took = new Map<string, number>();

  run(key: string, work: () => void): void {
    clearTimeout(this.#timers.get(key));
    const took = this.#took.get(key) ?? 0;
    const wait = took <= quickMs ? 0 : Math.min(longestMs, Math.round(took * 3));
    this.#timers.set(
      key,
      setTimeout(() => {
        this.#timers.delete(key);
        const begin = performance.now();
        work();
        this.#took.set(key, performance.now() - begin);
      }, wait),
    );
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
}
