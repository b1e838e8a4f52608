/**
 * Start offsets of consecutive chunks of text. Changing the length of a chunk shifts the chunks behind it lazily: the shift
 * is kept beside the table, so that typing in one place costs nothing however much text follows.
 */
export class Offsets {
  #starts: Float64Array;
  #count: number;
  /** Chunks behind this one begin `#shift` further than the table says. */
  #pivot = 0;
  #shift = 0;

  constructor(chunks: readonly { readonly text: string }[]) {
    this.#count = chunks.length;
    this.#starts = new Float64Array(chunks.length + 1);
    this.#fill(chunks);
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

  #fill(chunks: readonly { readonly text: string }[]): void {
    let offset = 0;
    let index = 0;
    for (const { text } of chunks) {
      this.#starts[index++] = offset;
      offset += text.length;
    }
    this.#starts[index] = offset;
  }
}
