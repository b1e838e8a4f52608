import type { PolicyName } from '../policy/families.ts';
import type { EarlierPush } from './outcomes.ts';
import { mayArriveUntil } from './stillArriving.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Pushes of the policy that may still arrive and would take back one that sends `nextHash`. One that sent the very same
 * takes nothing back.
 */
export async function earlierPushes(
  { journal, clock }: SyncContext,
  policy: PolicyName,
  nextHash: string,
): Promise<EarlierPush[]> {
  const now = clock.now();
  return (await journal.records()).flatMap((record) => {
    const until = record.policy === policy && record.next !== nextHash && mayArriveUntil(record, now);
    return until ? [{ pushId: record.id, sentAt: new Date(record.openSince ?? record.at), until }] : [];
  });
}
