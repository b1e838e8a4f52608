import type { Pattern } from './pattern.ts';

/**
 * Counts the cost of comparing patterns: about one for each look at a pattern. Collections may have any number of patterns. Beyond the
 * limit the quick tests answer that they do not know, so that no analysis takes long.
 */
export class Work {
  readonly limit: number;
  done = 0;
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

/** Patterns of one list, to be compared with others without a look at each of them. Exact, as `isWithin` and `areApart`. */
export class PatternSet {
  #any = false;
  readonly #exact = new PatternTexts();
  readonly #prefix = new PatternTexts();
  readonly #contains = new PatternTexts();
  /** Backwards. */
  readonly #suffix = new PatternTexts();
  readonly #count: { done: number };

  /** `count`: where each look is counted. */
  constructor(patterns: readonly Pattern[], count: { done: number }) {
    this.#count = count;
    patterns.forEach((pattern) => this.add(pattern));
  }

  add(pattern: Pattern): void {
    this.#count.done++;
    switch (pattern.kind) {
      case 'exact':
        this.#exact.add(pattern.text);
        break;
      case 'prefix':
        this.#prefix.add(pattern.text);
        break;
      case 'suffix':
        this.#suffix.add(backwards(pattern.text));
        break;
      case 'contains':
        this.#contains.add(pattern.text);
        break;
      case 'any':
      default:
        this.#any = true;
    }
  }

  /** Whether a pattern lies within one of them. */
  covers(pattern: Pattern): boolean {
    const count = this.#count;
    count.done++;
    if (this.#any || pattern.kind === 'any') {
      return this.#any;
    }
    const { kind, text } = pattern;
    const isExact = kind === 'exact';
    return (
      (isExact && this.#exact.has(text)) ||
      ((isExact || kind === 'prefix') && this.#prefix.begin(text, count)) ||
      ((isExact || kind === 'suffix') &&
        this.#suffix.size > 0 &&
        this.#suffix.begin(backwards(text), count)) ||
      this.#contains.areIn(text, count)
    );
  }

  /** Whether some value matches a pattern and one of them. */
  meets(pattern: Pattern): boolean {
    this.#count.done++;
    const [exact, prefix, suffix, parts] = [this.#exact, this.#prefix, this.#suffix, this.#contains];
    if (this.#any) {
      return true;
    }
    switch (pattern.kind) {
      case 'any':
        return exact.size + prefix.size + suffix.size + parts.size > 0;
      case 'exact':
        return this.covers(pattern);
      case 'prefix':
        return (
          suffix.size + parts.size > 0 ||
          prefix.begin(pattern.text, this.#count) ||
          prefix.startWith(pattern.text, this.#count) ||
          exact.startWith(pattern.text, this.#count)
        );
      case 'suffix': {
        const text = backwards(pattern.text);
        return (
          prefix.size + parts.size > 0 ||
          suffix.begin(text, this.#count) ||
          suffix.startWith(text, this.#count) ||
          exact.some((long) => long.endsWith(pattern.text), this.#count)
        );
      }
      case 'contains':
      default:
        return (
          prefix.size + suffix.size + parts.size > 0 ||
          exact.some((long) => long.includes(pattern.text), this.#count)
        );
    }
  }
}

function backwards(text: string): string {
  let turned = '';
  for (let at = text.length - 1; at >= 0; at--) {
    turned += text.charAt(at);
  }
  return turned;
}

/** A part of a text that is cut out and looked up takes as long as so many that are only looked at. */
const lookUp = 3;

/** Texts of patterns of one kind, so that those at the beginning of a text, or within it, are found without trying each. */
class PatternTexts {
  readonly #texts = new Set<string>();
  readonly #lengths = new Set<number>();
  #sorted: readonly string[] | undefined;

  add(text: string): void {
    this.#texts.add(text);
    this.#lengths.add(text.length);
    this.#sorted = undefined;
  }

  get size(): number {
    return this.#texts.size;
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Whether `text` begins with one of them. */
  begin(text: string, count: { done: number }): boolean {
    for (const length of this.#lengths) {
      count.done += lookUp;
      if (length <= text.length && this.#texts.has(text.slice(0, length))) {
        return true;
      }
    }
    return false;
  }

  /** Whether `text` has one of them in it. */
  areIn(text: string, count: { done: number }): boolean {
    if (lookUp * this.#lengths.size * text.length > this.#texts.size) {
      return this.some((part) => text.includes(part), count);
    }
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= text.length; at++) {
        count.done += lookUp;
        if (this.#texts.has(text.slice(at, at + length))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether one of them passes a test, with a look at each. */
  some(test: (text: string) => boolean, count: { done: number }): boolean {
    for (const text of this.#texts) {
      count.done++;
      if (test(text)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of them begins with `text`. */
  startWith(text: string, count: { done: number }): boolean {
    if (!this.#sorted) {
      this.#sorted = [...this.#texts].sort();
      count.done += this.#sorted.length;
    }
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as string) < text) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    count.done++;
    return this.#sorted[low]?.startsWith(text) === true;
  }
}
