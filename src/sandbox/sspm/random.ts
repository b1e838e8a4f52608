/** A seeded number generator (mulberry32): the same seed gives the same data on every computer. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the probability `share`. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)] as T;
  }

  /** Returns `count` different items in their order in `items`. */
  some<T>(items: readonly T[], count: number): T[] {
    let needed = Math.min(count, items.length);
    return items.filter((_, index) => {
      const taken = this.next() * (items.length - index) < needed;
      needed -= taken ? 1 : 0;
      return taken;
    });
  }
}
