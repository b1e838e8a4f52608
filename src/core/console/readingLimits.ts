import { spentOn } from '../util/operation.ts';
import type { FailureText } from './httpError.ts';
import type { TransportConnection } from './types.ts';

const mebibyte = 1024 * 1024;
const defaultMaxBytes = 64 * mebibyte;
/** This is enough for fifty policies of the largest supported size. */
const defaultOperationBytes = 512 * mebibyte;
/** This is enough to read each application of the longest list and its pages twice. */
const MAX_ANSWERS = 25_000;

/**
 * Limits the reading of one answer of a console: its size, and the bytes and answers of the running operation. An
 * answer counts with its compressed or its decompressed size, whichever is larger. A write has no limit for the
 * operation, so that earlier reads never cut off its answer. `source` identifies the console.
 */
export function readingLimits(
  source: object,
  connection: TransportConnection,
  host: string,
  isRead: boolean,
) {
  const {
    maxAnswerBytes: maxBytes = defaultMaxBytes,
    maxOperationBytes = defaultOperationBytes,
    maxOperationAnswers = MAX_ANSWERS,
  } = connection;
  const spent = spentOn(source);
  const bytesLeft = (): number => (isRead ? maxOperationBytes - spent.bytes : Infinity);
  const tooMuch: FailureText = {
    code: 'too-much',
    message: `Stopped reading ${host}: one operation reads at most ${Math.max(1, Math.floor(maxOperationBytes / mebibyte))} MiB or ${maxOperationAnswers} answers of a console.`,
    advice: 'Name fewer policies at a time, and check that the address leads to a console.',
    mayHaveArrived: true,
  };
  return {
    maxBytes,
    bytesLeft,
    tooMuch,
    /** Counts one more answer. Returns false when the operation must not read it. */
    takeAnswer: (): boolean => bytesLeft() > 0 && (++spent.answers <= maxOperationAnswers || !isRead),
    /** Counts bytes that were read. Returns the failure when they exceed the limit. */
    takeBytes: (bytes: number): FailureText | undefined => {
      spent.bytes += bytes;
      return bytesLeft() >= 0 ? undefined : tooMuch;
    },
  };
}
