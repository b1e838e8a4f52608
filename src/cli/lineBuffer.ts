/** A text of this length is written at once. */
const FLUSH_LENGTH = 64 * 1024;

/**
 * Collects lines of two streams and writes them together, because one system call per line is slow. The order
 * of lines is kept across both streams.
 */
export class LineBuffer {
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
    if (this.#text.length >= FLUSH_LENGTH) {
      this.flush();
    }
  }

  /** Writes the collected lines. */
  flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') {
      this.#write(this.#stream, text);
    }
  }
}
