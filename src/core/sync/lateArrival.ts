import type { PolicyName } from '../policy/families.ts';
import type { EarlierPush } from './outcomes.ts';
import type { PushRecord } from './store/journalEvent.ts';

/**
 * How long a request without a conclusive answer counts as being on its way. Nothing in HTTP bounds it; gateways and
 * servers do, usually after a minute, rarely after more than five. For as long is a verdict corrected that says otherwise.
 */
export const lateArrivalWindowMs = 15 * 60_000;

/** Until when the PUT of a push may still be applied; undefined when it cannot be any more. */
export function mayArriveUntil(
  { closed, openSince, answer }: Pick<PushRecord, 'closed' | 'openSince' | 'answer'>,
  now: Date,
): Date | undefined {
  if (closed || openSince === undefined || answer === 'refused') {
    return undefined;
  }
  const since = isAhead(openSince, now) ? now.getTime() : Date.parse(openSince);
  const until = new Date(since + lateArrivalWindowMs);
  return until > now ? until : undefined;
}

/** The clock was set back by so much that nothing else is known than that it was sent before now. */
export function isAhead(time: string, now: Date): boolean {
  return Date.parse(time) - now.getTime() > lateArrivalWindowMs;
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
  const until = new Date(Date.parse(closedAt) + lateArrivalWindowMs);
  return until > now ? until : undefined;
}

/**
 * Pushes of the policy that may still arrive and would take back one that sends `nextHash`. One that sent the very same
 * takes nothing back.
 */
export function earlierPushes(
  records: readonly PushRecord[],
  policy: PolicyName,
  nextHash: string,
  now: Date,
): EarlierPush[] {
  return records.flatMap((record) => {
    const until = record.policy === policy && record.next !== nextHash && mayArriveUntil(record, now);
    return until ? [{ pushId: record.id, sentAt: new Date(record.openSince ?? record.at), until }] : [];
  });
}
