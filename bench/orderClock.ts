import { collect } from './counted.ts';

/** Times a run; on a busy machine the processor time says more than what passes on the clock. */
export class OrderClock {
  readonly #processor: number[] = [];
  #first = 0;

  time(work: () => void): number {
    const [used, start] = [process.cpuUsage(), performance.now()];
    work();
    const time = performance.now() - start;
    const { user, system } = process.cpuUsage(used);
    this.#processor.push((user + system) / 1000);
    this.#first ||= time;
    return time;
  }

  /** Without the warm-up, which is named apart: it is what is waited for the very first time. */
  summary(): string {
    const sorted = this.#processor.slice(1).sort((a, b) => a - b);
    const [median = 0, best = 0] = [sorted[sorted.length >> 1], sorted[0]];
    return `processor ${median.toFixed(1)} ms, at best ${best.toFixed(1)}; warm-up ${this.#first.toFixed(0)} ms`;
  }
}

/**
 * Of steps between which others get their turn: what passes on the clock, and the most processor time that one takes. As
 * before every run, what is left of those before is collected first.
 */
export function longestStep(steps: Generator<void, unknown, void>): string {
  collect();
  let [longest, most] = [0, 0];
  for (let done: boolean | undefined = false; !done;) {
    const [used, start] = [process.cpuUsage(), performance.now()];
    ({ done } = steps.next());
    longest = Math.max(longest, performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    most = Math.max(most, (user + system) / 1000);
  }
  return `longest block ${longest.toFixed(1)} ms, most processor time of one ${most.toFixed(1)}`;
}
