import { policyKind } from '../model/families.ts';
import { isCancelled, messageOf } from '../util/errors.ts';
import { isMadeFrom } from './madeFrom.ts';
import type { RecoveredPush } from './outcomes.ts';
import { conclude, pushMutex } from './push.ts';
import { readLive } from './readLive.ts';
import { settleByHash, type Settled } from './settle.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Settles pushes that were left open, by a crash or because live could not be read: by reading live, never by sending.
 * `isRunning` tells pushes of this process that are still on their way.
 */
export async function recoverPushes(
  context: SyncContext,
  isRunning: (record: PushRecord) => boolean,
  signal?: AbortSignal,
): Promise<RecoveredPush[]> {
  // Nothing to settle is the rule, and no reason to write: the folder may be read-only.
  if ((await context.journal.records()).every(({ closed }) => closed)) {
    return [];
  }
  // Two windows that open at once settle a push once.
  return context.mutexes.with(`recover-${context.console}`, () => recoverAlone(context, isRunning, signal));
}

async function recoverAlone(
  context: SyncContext,
  isRunning: (record: PushRecord) => boolean,
  signal?: AbortSignal,
): Promise<RecoveredPush[]> {
  const recovered: RecoveredPush[] = [];
  for (const record of await context.journal.records()) {
    // Whoever pushes holds the mutex: another process, or another machine that shares the folder.
    const mutex =
      record.closed || isRunning(record)
        ? undefined
        : await context.mutexes.tryTake(pushMutex(context.console, record.policy));
    if (!mutex) {
      continue;
    }
    try {
      const result = await recover(context, record, signal);
      const ref = { console: context.console, policy: record.policy };
      recovered.push({ ref, pushId: record.id, ...result });
    } finally {
      await mutex.release();
    }
  }
  return recovered;
}

async function recover(
  context: SyncContext,
  record: PushRecord,
  signal: AbortSignal | undefined,
): Promise<Pick<Settled, 'verdict' | 'reason'>> {
  const kind = policyKind(record.policy);
  const at = (): string => context.clock.now().toISOString();
  const entry = await context.journal.reopen(record.id);
  try {
    if (!record.sent || !kind) {
      const reason = 'The push ended before anything was sent.';
      await entry.append({ event: 'verdict', at: at(), verdict: 'not-applied', reason });
      await entry.append({ event: 'closed', at: at() }, true);
      return { verdict: 'not-applied', reason };
    }
    const live = await context.known.read(kind, signal);
    const settled = settleByHash(record, live);
    const text = await context.store.get(record.snapshot ?? '');
    const before = text === undefined ? undefined : readLive(kind, text).document;
    await conclude(context, kind, entry, live, settled, {
      // Pulled or pushed since: the base of today says more than this push does.
      expected: record.base === undefined ? record.live : (record.base ?? undefined),
      isMadeFrom: () => isMadeFrom(context, kind, before, live),
    });
    return settled;
  } catch (error) {
    if (isCancelled(error)) {
      throw error;
    }
    return { verdict: 'unknown', reason: `Live could not be read: ${messageOf(error)}` };
  } finally {
    await entry.close();
  }
}
