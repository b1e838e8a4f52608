import { isExpected } from '../util/errors.ts';
import type { PushRecord, PutAnswer } from './store/journalEvent.ts';

/**
 * Milliseconds between the readings of live after a PUT, by its answer, as long as live does not show what was sent. What
 * was refused needs one reading. A console that answered with success gets 3.5 seconds to show it; one that did not
 * answer, or for which somebody in between did, 30.5 seconds.
 */
export const pausesMs: Readonly<Record<PutAnswer, readonly number[]>> = {
  refused: [],
  done: [500, 1000, 2000],
  open: [500, 1000, 2000, 4000, 8000, 15_000],
};

/**
 * How long a request without a conclusive answer counts as being on its way. Nothing in HTTP bounds it; gateways and
 * servers do, usually after a minute, rarely after more than five.
 */
export const mayArriveMs = 15 * 60_000;

/** Errors of `LivePolicies.replace` say by this member whether the console may have acted on the request. */
export function answerOf(error: unknown): PutAnswer {
  const refused = isExpected(error) && 'mayHaveArrived' in error && error.mayHaveArrived === false;
  return refused ? 'refused' : 'open';
}

/** Until when the PUT of a push may still be applied; undefined when it cannot be any more. */
export function mayArriveUntil(
  { closed, openSince, answer }: Pick<PushRecord, 'closed' | 'openSince' | 'answer'>,
  now: Date,
): Date | undefined {
  if (closed || openSince === undefined || answer === 'refused' || answer === 'done') {
    return undefined;
  }
  const until = new Date(Date.parse(openSince) + mayArriveMs);
  return until > now ? until : undefined;
}
