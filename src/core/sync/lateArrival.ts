import type { PolicyName } from '../policy/families.ts';
import type { EarlierPush } from './outcomes.ts';
import { isAhead, lateArrivalWindowMs, type PushRecord } from './store/journalEvent.ts';

/** Returns the time until which the console may still apply the PUT of a push; undefined when it cannot. */
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

/**
 * Returns the time until which a finished push may be corrected to applied; undefined when it cannot. A
 * console may apply a push late, even one that it refused.
 */
export function correctableUntil(
  { closed, closedAt, sent, verdict, next, seen }: PushRecord,
  now: Date,
): Date | undefined {
  // Only an earlier read proves that the live policy was different before.
  if (
    !closed ||
    !sent ||
    closedAt === undefined ||
    verdict === undefined ||
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
 * Returns the unresolved pushes of the policy that would overwrite a push of `nextHash`. A push of the same
 * content overwrites nothing.
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
