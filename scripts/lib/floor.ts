/** Orders the output of suites that run in parallel: the first one prints at once, each other one after those before it. */
export class Floor {
  readonly #say: (line: string) => void;
  readonly #speakers: Speaker[] = [];

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  speaker(): Speaker {
    const speaker: Speaker = {
      lines: [],
      hasEnded: false,
      say: (line) => {
        if (this.#speakers[0] === speaker) {
          this.#say(line);
        } else {
          speaker.lines.push(line);
        }
      },
      end: () => {
        speaker.hasEnded = true;
        this.#passOn();
      },
    };
    this.#speakers.push(speaker);
    return speaker;
  }

  /** To the first that goes on; what those before it and itself have said by now is said. */
  #passOn(): void {
    while (this.#speakers[0]?.hasEnded) {
      this.#speakers.shift();
      this.#speakers[0]?.lines.splice(0).forEach((line) => this.#say(line));
    }
  }
}

export interface Speaker {
  /** Said, and not heard yet. */
  readonly lines: string[];
  hasEnded: boolean;
  readonly say: (line: string) => void;
  readonly end: () => void;
}
