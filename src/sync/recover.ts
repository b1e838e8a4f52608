import { policyKind } from '../model/families.ts';
import { isCancelled, messageOf } from '../util/errors.ts';
import type { RecoveredPush } from './outcomes.ts';
import { conclude } from './push.ts';
import { settleByHash, type Settled } from './settle.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Settles pushes that were left open, by a crash or because live could not be read: by reading live, never by sending.
 * `isRunning` tells pushes of this process that are still on their way.
 */
export function recoverPushes(
  context: SyncContext,
  isRunning: (record: PushRecord) => boolean,
  signal?: AbortSignal,
): Promise<RecoveredPush[]> {
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
    if (record.closed || isRunning(record) || isOfLivingProcess(record)) {
      continue;
    }
    const result = await recover(context, record, signal);
    recovered.push({
      ref: { console: context.console, policy: record.policy },
      pushId: record.id,
      ...result,
    });
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
    const base = await context.bases.hash(kind);
    const expected = record.base === undefined ? record.live : (record.base ?? undefined);
    if (settled.verdict === 'applied' && base !== expected && base !== live.hash) {
      // Pulled or pushed since: the base of today says more than this push does.
      await entry.append({ event: 'verdict', at: at(), verdict: 'applied' });
      await entry.append({ event: 'closed', at: at() }, true);
    } else {
      await conclude(context, kind, entry, live, settled);
    }
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

function isOfLivingProcess({ pid }: PushRecord): boolean {
  if (pid === process.pid) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
