import { isExpected } from '../util/errors.ts';
import { mayArriveMs } from './mayArriveMs.ts';
import type { PushRecord, PutAnswer } from './store/journalEvent.ts';

const untilShown = [500, 1000, 2000, 4000, 8000, 15_000];

/**
 * Milliseconds between the readings of live after a PUT, by its answer, as long as live does not show what was sent. What
 * was refused needs one reading. Success proves no more than no answer does that everything is done: a console may apply
 * it later, and a reading may come from a copy that lags behind. Either gets 30.5 seconds to show it.
 */
export const pausesMs: Readonly<Record<PutAnswer, readonly number[]>> = {
  refused: [],
  done: untilShown,
  open: untilShown,
};

/** So many of these pauses has a console that answered with success and shows a part of what was sent: 3.5 seconds. */
export const pausesForTheRest = 3;

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
  if (closed || openSince === undefined || answer === 'refused') {
    return undefined;
  }
  const since = isAhead(openSince, now) ? now.getTime() : Date.parse(openSince);
  const until = new Date(since + mayArriveMs);
  return until > now ? until : undefined;
}

/** The clock was set back by so much that nothing else is known than that it was sent before now. */
export function isAhead(time: string, now: Date): boolean {
  return Date.parse(time) - now.getTime() > mayArriveMs;
}

/**
 * Until when a push that ended otherwise is still called applied if live comes to be what was sent; undefined when it is not.
 * A console may apply what it refused, or what nobody believed in any more.
 */
export function correctableUntil(
  { closed, closedAt, sent, verdict, next, seen }: PushRecord,
  now: Date,
): Date | undefined {
  // Without a look at live it is not known that it was not so before.
  if (
    !closed ||
    !sent ||
    closedAt === undefined ||
    verdict === 'applied' ||
    seen === undefined ||
    seen === next
  ) {
    return undefined;
  }
  const until = new Date(Date.parse(closedAt) + mayArriveMs);
  return until > now ? until : undefined;
}
