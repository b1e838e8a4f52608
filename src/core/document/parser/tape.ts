/** What an entry of a tape is. Strings are decoded on demand, each kind in its own way. */
export const tapeKind = {
  null: 0,
  true: 1,
  false: 2,
  number: 3,
  /** The characters between the quotes, as they are. */
  quoted: 4,
  /** Between double quotes, with escapes. */
  escaped: 5,
  /** Without quotes, as they are (YAML). */
  plain: 6,
  /** Between single quotes, which may be doubled (YAML). */
  single: 7,
  /** A literal block scalar (YAML); the link holds the column of its content. */
  literal: 8,
  array: 9,
  object: 10,
} as const;

const stride = 4;

/**
 * The values of a text in reading order, as numbers: a reader writes without making an object per value, and what is
 * needed (facts, positioned nodes, data) is made from it afterwards. An object's entry is followed by key, value, key,
 * value; a collection's link is the index of the entry behind its last descendant.
 */
export class Tape {
  #data = new Int32Array(256 * stride);
  #length = 0;
  #round = 0;
  readonly #keeps: boolean;

  /** `keeps: false`: nothing is kept, for readers that only want to know whether a text is right. */
  constructor(keeps = true) {
    this.#keeps = keeps;
  }

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
    this.#round++;
  }

  /** Another one says that something else is written on it. */
  get round(): number {
    return this.#round;
  }

  add(kind: number, start: number, end: number, link: number): number {
    if (!this.#keeps) {
      return 0;
    }
    const index = this.#length++;
    let at = index * stride;
    if (at === this.#data.length) {
      const larger = new Int32Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    const data = this.#data;
    data[at++] = kind;
    data[at++] = start;
    data[at++] = end;
    data[at] = link;
    return index;
  }

  /** Completes a collection whose descendants have all been added. */
  close(index: number, end: number): void {
    if (!this.#keeps) {
      return;
    }
    this.#data[index * stride + 2] = end;
    this.#data[index * stride + 3] = this.#length;
  }

  kind(index: number): number {
    return this.#data[index * stride] as number;
  }

  start(index: number): number {
    return this.#data[index * stride + 1] as number;
  }

  end(index: number): number {
    return this.#data[index * stride + 2] as number;
  }

  link(index: number): number {
    return this.#data[index * stride + 3] as number;
  }

  /** Index of the entry behind this one and its descendants. */
  after(index: number): number {
    return this.kind(index) >= tapeKind.array ? this.link(index) : index + 1;
  }
}
