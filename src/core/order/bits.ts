/**
 * A set of small numbers. Operations on two sets take 32 numbers at a time. Most sets live briefly, and plain arrays are made and freed
 * more quickly than typed arrays.
 */
export class Bits {
  readonly #words: number[];

  constructor(words: number[] = []) {
    this.#words = words;
  }

  static of(members: readonly number[]): Bits {
    const bits = new Bits();
    members.forEach((member) => bits.add(member));
    return bits;
  }

  copy(): Bits {
    return new Bits(this.#words.slice());
  }

  add(member: number): void {
    const word = member >>> 5;
    this.#widen(word + 1);
    this.#words[word] = (this.#words[word] as number) | (1 << (member & 31));
  }

  #widen(length: number): void {
    while (this.#words.length < length) {
      this.#words.push(0);
    }
  }

  has(member: number): boolean {
    return (((this.#words[member >>> 5] ?? 0) >>> (member & 31)) & 1) === 1;
  }

  addAll(other: Bits): void {
    const from = other.#words;
    const own = this.#words;
    this.#widen(from.length);
    for (let word = 0; word < from.length; word++) {
      own[word] = (own[word] as number) | (from[word] as number);
    }
  }

  /** Keeps only numbers of `other`. */
  keep(other: Bits): void {
    const own = this.#words;
    const right = other.#words;
    const length = Math.min(own.length, right.length);
    for (let word = 0; word < length; word++) {
      own[word] = (own[word] as number) & (right[word] as number);
    }
    if (length < own.length) {
      own.fill(0, length);
    }
  }

  drop(other: Bits): void {
    const own = this.#words;
    const gone = other.#words;
    for (let word = Math.min(own.length, gone.length) - 1; word >= 0; word--) {
      own[word] = (own[word] as number) & ~(gone[word] as number);
    }
  }

  /** Whether a number is in both sets. */
  meets(other: Bits): boolean {
    const left = this.#words;
    const right = other.#words;
    for (let word = Math.min(left.length, right.length) - 1; word >= 0; word--) {
      if (((left[word] as number) & (right[word] as number)) !== 0) {
        return true;
      }
    }
    return false;
  }

  /** The numbers in both sets. */
  and(other: Bits): Bits {
    const left = this.#words;
    const right = other.#words;
    const words: number[] = [];
    for (let word = 0; word < left.length && word < right.length; word++) {
      words.push((left[word] as number) & (right[word] as number));
    }
    return new Bits(words);
  }

  isWithin(other: Bits): boolean {
    const own = this.#words;
    const wide = other.#words;
    for (let word = 0; word < own.length; word++) {
      if (((own[word] as number) & ~(wide[word] ?? 0)) !== 0) {
        return false;
      }
    }
    return true;
  }

  equals(other: Bits): boolean {
    const left = this.#words;
    const right = other.#words;
    for (let word = Math.max(left.length, right.length) - 1; word >= 0; word--) {
      if ((left[word] ?? 0) !== (right[word] ?? 0)) {
        return false;
      }
    }
    return true;
  }

  get size(): number {
    let size = 0;
    const words = this.#words;
    for (let at = 0; at < words.length; at++) {
      let word = words[at] as number;
      if (word !== 0) {
        word -= (word >>> 1) & 0x55555555;
        word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
        size += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
      }
    }
    return size;
  }

  /** In rising order. */
  each(visit: (member: number) => void): void {
    const words = this.#words;
    for (let word = 0; word < words.length; word++) {
      for (let rest = words[word] as number; rest !== 0; rest &= rest - 1) {
        visit(word * 32 + 31 - Math.clz32(rest & -rest));
      }
    }
  }

  /** In rising order. */
  members(): number[] {
    const members: number[] = [];
    this.each((member) => members.push(member));
    return members;
  }
}
