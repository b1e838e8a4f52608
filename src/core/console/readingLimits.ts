import { spentOn, type Spent } from '../util/operation.ts';
import type { FailureWords } from './networkFailure.ts';
import type { TransportConnection } from './types.ts';

const mebibyte = 1024 * 1024;
const defaultMaxBytes = 64 * mebibyte;
/** Enough for fifty policies of the largest promised size. */
const defaultOperationBytes = 512 * mebibyte;
/** Each application of the largest list once, its pages, and as much again. */
const MAX_ANSWERS = 25_000;

/**
 * How much is read from one console: of one answer, and of all answers of one operation together. What is counted is what
 * arrives and what it unpacks to, whichever is more.
 */
export class ReadingLimits {
  readonly maxBytes: number;
  readonly #operationBytes: number;
  readonly #operationAnswers: number;

  constructor(connection: TransportConnection) {
    this.maxBytes = connection.maxAnswerBytes ?? defaultMaxBytes;
    this.#operationBytes = connection.maxOperationBytes ?? defaultOperationBytes;
    this.#operationAnswers = connection.maxOperationAnswers ?? MAX_ANSWERS;
  }

  /** The allowance of the running operation. Earlier reads never shorten the answer to a write. */
  allowance(isRead: boolean): Allowance {
    return new Allowance(
      spentOn(this),
      isRead
        ? { bytes: this.#operationBytes, answers: this.#operationAnswers }
        : { bytes: Infinity, answers: Infinity },
    );
  }

  tooMuch(host: string, mayHaveArrived: boolean): FailureWords {
    const bytes = Math.max(1, Math.floor(this.#operationBytes / mebibyte));
    return {
      code: 'too-much',
      message: `Stopped reading ${host}: one operation reads at most ${bytes} MiB or ${this.#operationAnswers} answers of a console.`,
      advice: 'Name fewer policies at a time, and check that the address leads to a console.',
      mayHaveArrived,
    };
  }
}

/** The bytes and answers that one operation may still read. */
export class Allowance {
  readonly #spent: Spent;
  readonly #most: Readonly<Spent>;

  constructor(spent: Spent, most: Readonly<Spent>) {
    this.#spent = spent;
    this.#most = most;
  }

  /** False: no further answer. */
  takeAnswer(): boolean {
    this.#spent.answers++;
    return this.left > 0 && this.#spent.answers <= this.#most.answers;
  }

  /** False: more than there was. */
  take(bytes: number): boolean {
    this.#spent.bytes += bytes;
    return this.left >= 0;
  }

  get left(): number {
    return this.#most.bytes - this.#spent.bytes;
  }
}
