import { placeOf } from '../consoles/destination.ts';
import { policyKind, type PolicyKind, type PolicyName } from '../policy/families.ts';
import { isCancelled, messageOf } from '../util/errors.ts';
import { tryTakePolicy } from './betweenPushes.ts';
import { conclude, recordLook, recordVerdict, timeOf } from './conclude.ts';
import { isMadeFrom } from './madeFrom.ts';
import type { RecoveredPush } from './outcomes.ts';
import { isFromHere } from './pinned.ts';
import { readLive, type LiveDocument } from './readLive.ts';
import { isSent, settleByHash, type Settled } from './settle.ts';
import { mayArriveUntil } from './stillArriving.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

type Looked = Omit<RecoveredPush, 'ref' | 'pushId'>;

/**
 * Settles pushes that were left open, by a crash, because live could not be read, or because what was sent may still
 * arrive: by reading live, never by sending. `isRunning` tells pushes of this process that are still on their way.
 */
export async function recoverPushes(
  context: SyncContext,
  isRunning: (record: PushRecord) => boolean,
  signal?: AbortSignal,
  policy?: PolicyName,
): Promise<RecoveredPush[]> {
  const isMeant = (record: PushRecord): boolean =>
    !record.closed && (policy === undefined || record.policy === policy);
  // Nothing to settle is the rule, and no reason to write: the folder may be read-only.
  if (!(await context.journal.records()).some(isMeant)) {
    return [];
  }
  // Two windows that open at once settle a push once.
  return context.mutexes.with(`recover-${context.console}`, () =>
    recoverAlone(context, (record) => isMeant(record) && !isRunning(record), signal),
  );
}

async function recoverAlone(
  context: SyncContext,
  isMeant: (record: PushRecord) => boolean,
  signal?: AbortSignal,
): Promise<RecoveredPush[]> {
  const recovered: RecoveredPush[] = [];
  const records = await context.journal.records();
  for (const record of records) {
    // Whoever pushes holds the mutex: another process, or another machine that shares the folder.
    const mutex = isMeant(record) ? await tryTakePolicy(context, record.policy) : undefined;
    if (!mutex) {
      continue;
    }
    try {
      const others = records.filter(({ id, policy }) => id !== record.id && policy === record.policy);
      const result = await recover(context, record, others, signal);
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
  others: readonly PushRecord[],
  signal: AbortSignal | undefined,
): Promise<Looked> {
  const kind = policyKind(record.policy);
  const entry = await context.journal.reopen(record.id);
  try {
    if (!record.sent || !kind) {
      const reason = 'The push ended before anything was sent.';
      const at = timeOf(context);
      await entry.append({ event: 'verdict', at, verdict: 'not-applied', reason });
      await entry.append({ event: 'closed', at }, true);
      return { verdict: 'not-applied', reason, isOpen: false };
    }
    if (!isFromHere(context, record)) {
      const place = record.destination && placeOf(record.destination, record.policy);
      const reason = `It was sent to ${place}, which is not this console any more.`;
      return { verdict: 'unknown', reason, isOpen: true };
    }
    const live = await context.known.read(kind, signal);
    const { verdict } = record;
    if (
      verdict !== undefined &&
      verdict !== 'unknown' &&
      !(verdict === 'applied' && isSent(kind, record, live))
    ) {
      // It was proved when it was recorded; what live says now came after it.
      await entry.append({ event: 'closed', at: timeOf(context) });
      return { verdict, isOpen: false, ...(record.reason === undefined ? {} : { reason: record.reason }) };
    }
    const open = stillOpen(context, kind, record, others, live);
    if (open) {
      // What others write meanwhile is about to be overwritten if it arrives: that is said then.
      if (record.seen !== live.hash) {
        await recordLook(context, entry, live);
      }
      if (verdict !== 'unknown') {
        await recordVerdict(context, entry, 'unknown', open.reason);
      }
      return open;
    }
    const text = await context.store.get(record.snapshot ?? '');
    const settled = withHistory(settleByHash(kind, record, live, text), record, others);
    const before = text === undefined ? undefined : readLive(kind, text).document;
    await conclude(context, kind, entry, live, settled, {
      // Pulled or pushed since: the base of today says more than this push does.
      expected: record.base === undefined ? record.live : (record.base ?? undefined),
      isMadeFrom: () => isMadeFrom(context, kind, before, live),
    });
    return { ...settled, isOpen: false };
  } catch (error) {
    if (isCancelled(error)) {
      throw error;
    }
    return { verdict: 'unknown', reason: `Live could not be read: ${messageOf(error)}`, isOpen: true };
  } finally {
    await entry.close();
  }
}

/** Set while nothing is proved: live does not show what was sent, or shows it by another push that sent the same. */
function stillOpen(
  context: SyncContext,
  kind: PolicyKind,
  record: PushRecord,
  others: readonly PushRecord[],
  live: LiveDocument,
): Looked | undefined {
  const until = mayArriveUntil(record, context.clock.now());
  const same = others.some(({ sent, next, id }) => sent && next === record.next && id > record.id);
  return until && (same || !isSent(kind, record, live))
    ? {
        verdict: 'unknown',
        reason: `What was sent may still arrive, until ${until.toISOString()}.`,
        mayArriveUntil: until,
        isOpen: true,
      }
    : undefined;
}

/** What happened between sending and the look that settles it. */
function withHistory(settled: Settled, record: PushRecord, others: readonly PushRecord[]): Settled {
  if (settled.verdict === 'applied') {
    const { seen } = record;
    return seen === undefined || seen === record.live || seen === record.next
      ? settled
      : { ...settled, reason: 'It arrived late, over what had been changed meanwhile.' };
  }
  const later = others.some(({ sent, id }) => sent && id > record.id);
  return settled.verdict === 'foreign-change' && later
    ? { ...settled, reason: `${settled.reason} The policy was pushed again since.` }
    : settled;
}
