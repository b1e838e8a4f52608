/** Line and character both count from zero; characters are UTF-16 code units. Lines end with `\n`, `\r\n` or `\r`. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** Turns offsets of one text into positions. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    if (text.includes('\r')) {
      for (const end of text.matchAll(/\r\n|\n|\r/g)) {
        this.#starts.push(end.index + end[0].length);
      }
      return;
    }
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  position(offset: number): TextPosition {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return { line: low, character: offset - (this.#starts[low] as number) };
  }
}
