import { firstIndex } from '../util/firstIndex.ts';

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
    const starts = this.#starts;
    const line = firstIndex(starts.length - 1, (index) => (starts[index + 1] as number) > offset);
    return { line, character: offset - (starts[line] as number) };
  }
}
