import type { Pattern } from './pattern.ts';
import { PatternSet } from './patternSet.ts';

/**
 * Counts the cost of comparing patterns: about one for each look at a pattern. Collections may have any number of patterns. Beyond the
 * limit the quick tests answer that they do not know, so that no analysis takes long.
 */
export class Work {
  readonly limit: number;
  done = 0;
  /** Looks that are left for the search of image names. Beyond them, names count as possible. */
  imageLooks = 4_000_000;
  readonly #sets = new WeakMap<readonly Pattern[], PatternSet>();

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit;
  }

  get isBeyondLimit(): boolean {
    return this.done > this.limit;
  }

  setOf(patterns: readonly Pattern[]): PatternSet {
    let set = this.#sets.get(patterns);
    if (!set) {
      set = new PatternSet(patterns, this);
      this.#sets.set(patterns, set);
    }
    return set;
  }
}
