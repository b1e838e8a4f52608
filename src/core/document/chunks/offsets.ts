/**
 * Start offsets of consecutive pieces of text. Changing the length of a piece shifts the pieces behind it lazily: the shift
 * is kept beside the table, so that typing in one place costs nothing however much text follows.
 */
export class Offsets {
  #starts: Float64Array;
  #count: number;
  /** Pieces behind this one begin `#shift` further than the table says. */
  #pivot = 0;
  #shift = 0;

  constructor(pieces: readonly { readonly text: string }[]) {
    this.#count = pieces.length;
    this.#starts = new Float64Array(pieces.length + 1);
    this.#fill(pieces);
  }

  get count(): number {
    return this.#count;
  }

  /** Offset of the first character of piece `index`; `count` gives the length of all. */
  start(index: number): number {
    return (this.#starts[index] as number) + (index > this.#pivot ? this.#shift : 0);
  }

  /** The piece that holds the character at `offset`; the last one when there is none. */
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

  /** Piece `index` became longer by `by` characters. */
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

  #fill(pieces: readonly { readonly text: string }[]): void {
    let offset = 0;
    let index = 0;
    for (const { text } of pieces) {
      this.#starts[index++] = offset;
      offset += text.length;
    }
    this.#starts[index] = offset;
  }
}
