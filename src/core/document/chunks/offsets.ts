interface Text {
  readonly text: string;
}

/**
 * Start offsets of consecutive chunks of text. Changing the length of a chunk shifts the chunks behind it lazily: the shift
 * is kept beside the table, so that typing in one place costs nothing however much text follows.
 */
export class Offsets {
  readonly #starts: Float64Array;
  readonly #count: number;
  /** Chunks behind this one begin `#shift` further than the table says. */
  #pivot = 0;
  #shift = 0;

  private constructor(starts: Float64Array) {
    this.#starts = starts;
    this.#count = starts.length - 1;
  }

  static of(chunks: readonly Text[]): Offsets {
    return new Offsets(new Float64Array(1)).replaced(0, 0, chunks);
  }

  /** With other chunks in the place of `count` of them. The texts of all others are not looked at: there may be many. */
  replaced(first: number, count: number, chunks: readonly Text[]): Offsets {
    const behind = first + count;
    const starts = new Float64Array(this.#starts.length + chunks.length - count);
    starts.set(this.#starts.subarray(0, first));
    for (let index = this.#pivot + 1; index < first; index++) {
      starts[index] = this.start(index);
    }
    let offset = this.start(first);
    let at = first;
    for (const { text } of chunks) {
      starts[at++] = offset;
      offset += text.length;
    }
    const shift = offset - this.start(behind);
    for (let index = behind; index <= this.#count; index++) {
      starts[at++] = this.start(index) + shift;
    }
    return new Offsets(starts);
  }

  get count(): number {
    return this.#count;
  }

  /** Offset of the first character of chunk `index`; `count` gives the length of all. */
  start(index: number): number {
    return (this.#starts[index] as number) + (index > this.#pivot ? this.#shift : 0);
  }

  /** The chunk that holds the character at `offset`; the last one when there is none. */
  find(offset: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.start(middle) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Chunk `index` became longer by `by` characters. */
  grow(index: number, by: number): void {
    const shift = this.#shift;
    if (shift !== 0) {
      const starts = this.#starts;
      for (let at = this.#pivot + 1; at <= index; at++) {
        starts[at] = (starts[at] as number) + shift;
      }
      for (let at = index + 1; at <= this.#pivot; at++) {
        starts[at] = (starts[at] as number) - shift;
      }
    }
    this.#pivot = index;
    this.#shift = shift + by;
  }
}
