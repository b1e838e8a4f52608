/** A set of small numbers that grows as they are added. What two sets have in common is found 32 numbers at a time. */
export class Bits {
  #words: Int32Array;

  constructor(words = new Int32Array(1)) {
    this.#words = words;
  }

  copy(): Bits {
    return new Bits(this.#words.slice());
  }

  add(member: number): void {
    const word = member >>> 5;
    if (word >= this.#words.length) {
      const wider = new Int32Array(Math.max(word + 1, this.#words.length * 2));
      wider.set(this.#words);
      this.#words = wider;
    }
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (member & 31));
  }

  has(member: number): boolean {
    return (((this.#words[member >>> 5] ?? 0) >>> (member & 31)) & 1) === 1;
  }

  addAll(other: Bits): void {
    const from = other.#words;
    if (from.length > this.#words.length) {
      const wider = new Int32Array(from.length);
      wider.set(this.#words);
      this.#words = wider;
    }
    const own = this.#words;
    for (let word = 0; word < from.length; word++) {
      own[word] = (own[word] as number) | (from[word] as number);
    }
  }

  /** Keeps what is in `one` or in `other`. */
  keepEither(one: Bits | undefined, other: Bits): void {
    const [own, left, right] = [this.#words, one ? one.#words : undefined, other.#words];
    for (let word = 0; word < own.length; word++) {
      own[word] = (own[word] as number) & ((left?.[word] ?? 0) | (right[word] ?? 0));
    }
  }

  /** What both have. */
  and(other: Bits): Bits {
    const [left, right] = [this.#words, other.#words];
    const words = new Int32Array(Math.min(left.length, right.length));
    for (let word = 0; word < words.length; word++) {
      words[word] = (left[word] as number) & (right[word] as number);
    }
    return new Bits(words);
  }

  /** Whether this and `other` have just that in common. */
  isCommon(other: Bits, common: Bits): boolean {
    const [left, right, both] = [this.#words, other.#words, common.#words];
    for (let word = Math.max(both.length, Math.min(left.length, right.length)) - 1; word >= 0; word--) {
      if (((left[word] ?? 0) & (right[word] ?? 0)) !== (both[word] ?? 0)) {
        return false;
      }
    }
    return true;
  }

  isWithin(other: Bits): boolean {
    return this.#words.every((word, at) => (word & ~(other.#words[at] ?? 0)) === 0);
  }

  equals(other: Bits): boolean {
    const [left, right] = [this.#words, other.#words];
    for (let word = Math.max(left.length, right.length) - 1; word >= 0; word--) {
      if ((left[word] ?? 0) !== (right[word] ?? 0)) {
        return false;
      }
    }
    return true;
  }

  get isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  get size(): number {
    let size = 0;
    for (const word of this.#words) {
      for (let rest = word; rest !== 0; rest &= rest - 1) {
        size++;
      }
    }
    return size;
  }

  /** In rising order. */
  members(): number[] {
    const members: number[] = [];
    const words = this.#words;
    for (let word = 0; word < words.length; word++) {
      for (let rest = words[word] as number; rest !== 0; rest &= rest - 1) {
        members.push(word * 32 + 31 - Math.clz32(rest & -rest));
      }
    }
    return members;
  }
}
