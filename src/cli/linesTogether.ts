/** Characters that are written at once. */
const enough = 64 * 1024;

/**
 * Two streams of which each call is a line. What is said in one turn is written together: ten thousand findings are some calls of the
 * system, not ten thousand. Lines of the one stream come before those of the other where they were said before.
 */
export class LinesTogether {
  readonly #write: (stream: 'out' | 'error', text: string) => void;
  #stream: 'out' | 'error' = 'out';
  #text = '';

  constructor(write: (stream: 'out' | 'error', text: string) => void) {
    this.#write = write;
  }

  add(stream: 'out' | 'error', line: string): void {
    if (stream !== this.#stream) {
      this.flush();
      this.#stream = stream;
    }
    if (this.#text === '') {
      process.nextTick(() => this.flush());
    }
    this.#text += `${line}\n`;
    if (this.#text.length >= enough) {
      this.flush();
    }
  }

  /** Writes what was not written yet. */
  flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') {
      this.#write(this.#stream, text);
    }
  }
}
