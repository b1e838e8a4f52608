/**
 * Orders the output of suites that run in parallel. The first suite prints at once, each other one after the
 * suites before it.
 */
export class OutputQueue {
  readonly #print: (line: string) => void;
  readonly #outputs: QueuedOutput[] = [];

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  add(): QueuedOutput {
    const output: QueuedOutput = {
      lines: [],
      hasEnded: false,
      print: (line) => {
        if (this.#outputs[0] === output) {
          this.#print(line);
        } else {
          output.lines.push(line);
        }
      },
      end: () => {
        output.hasEnded = true;
        this.#printNext();
      },
    };
    this.#outputs.push(output);
    return output;
  }

  /** Prints the lines of each suite that comes first now. */
  #printNext(): void {
    while (this.#outputs[0]?.hasEnded) {
      this.#outputs.shift();
      this.#outputs[0]?.lines.splice(0).forEach((line) => this.#print(line));
    }
  }
}

export interface QueuedOutput {
  /** Lines that are not printed yet. */
  readonly lines: string[];
  hasEnded: boolean;
  readonly print: (line: string) => void;
  readonly end: () => void;
}
