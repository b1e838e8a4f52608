import { spentOn } from '../util/operation.ts';
import type { FailureDescription } from './networkFailure.ts';
import type { TransportConnection } from './types.ts';

const mebibyte = 1024 * 1024;
const defaultMaxBytes = 64 * mebibyte;
/** This is enough for fifty policies of the largest supported size. */
const defaultOperationBytes = 512 * mebibyte;
/** This is enough to read each application of the longest list and its pages twice. */
const MAX_ANSWERS = 25_000;

/**
 * Limits the reading from one console: the size of one answer, and the bytes and answers of one operation. An
 * answer counts with its compressed or its decompressed size, whichever is larger.
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

  /**
   * The bytes and answers that the running operation may still read. A write has no limit, so that earlier
   * reads never cut off its answer.
   */
  allowance(isRead: boolean) {
    const spent = spentOn(this);
    const limit = (ofReads: number): number => (isRead ? ofReads : Infinity);
    const bytesLeft = (): number => limit(this.#operationBytes) - spent.bytes;
    return {
      bytesLeft,
      /** Counts one more answer. Returns false when the operation must not read it. */
      takeAnswer: (): boolean => bytesLeft() > 0 && ++spent.answers <= limit(this.#operationAnswers),
      /** Counts bytes that were read. Returns false when they exceed the limit. */
      takeBytes: (bytes: number): boolean => {
        spent.bytes += bytes;
        return bytesLeft() >= 0;
      },
    };
  }

  describeTooMuch(host: string, mayHaveArrived: boolean): FailureDescription {
    const bytes = Math.max(1, Math.floor(this.#operationBytes / mebibyte));
    return {
      code: 'too-much',
      message: `Stopped reading ${host}: one operation reads at most ${bytes} MiB or ${this.#operationAnswers} answers of a console.`,
      advice: 'Name fewer policies at a time, and check that the address leads to a console.',
      mayHaveArrived,
    };
  }
}
