/** A part of a text that is cut out and looked up takes as long as so many that are only looked at. */
const lookUp = 3;

/** Texts of patterns of one kind, so that those at the beginning of a text, or within it, are found without trying each. */
export class PatternTexts {
  readonly #texts = new Set<string>();
  #lengths: readonly number[] | undefined;
  #sorted: readonly string[] | undefined;

  add(text: string): void {
    this.#texts.add(text);
  }

  get size(): number {
    return this.#texts.size;
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Whether `text` begins with one of them of at most `longest` characters. */
  begin(text: string, longest: number, count: { done: number }): boolean {
    for (const length of this.#ofLengths()) {
      if (length > longest) {
        return false;
      }
      count.done += lookUp;
      if (this.#texts.has(text.slice(0, length))) {
        return true;
      }
    }
    return false;
  }

  /** Whether `text` has one of them of at most `longest` characters in it. */
  areIn(text: string, longest: number, count: { done: number }): boolean {
    const lengths = this.#ofLengths();
    if (lookUp * lengths.length * text.length > this.#texts.size) {
      for (const part of this.#texts) {
        count.done++;
        if (part.length <= longest && text.includes(part)) {
          return true;
        }
      }
      return false;
    }
    for (const length of lengths) {
      // In rising order.
      if (length > longest) {
        return false;
      }
      for (let at = 0; at + length <= text.length; at++) {
        count.done += lookUp;
        if (this.#texts.has(text.slice(at, at + length))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether one of them has `text` in it. */
  haveIn(text: string, count: { done: number }): boolean {
    for (const one of this.#texts) {
      count.done++;
      if (one.includes(text)) {
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

  #ofLengths(): readonly number[] {
    this.#lengths ??= [...new Set([...this.#texts].map(({ length }) => length))].sort((a, b) => a - b);
    return this.#lengths;
  }
}
