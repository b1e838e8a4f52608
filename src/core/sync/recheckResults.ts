import { defined } from '../util/defined.ts';
import { policyKind, type PolicyKind, type PolicyName } from '../policy/families.ts';
import { messageOf, passOnCanceled } from '../util/errors.ts';
import { concludeLate, timeOf } from './conclude.ts';
import type { RecoveredPush } from './outcomes.ts';
import { isFromHere } from './pinned.ts';
import type { LiveDocument } from './readLive.ts';
import { recordedPush } from './recordedPush.ts';
import { settle, type SentPolicy, type Settled } from './settle.ts';
import { correctableUntil } from './lateArrival.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Rechecks recent pushes that did not end as applied. `arrived` has the pushes that the live policy now
 * proves; `due` has all rechecked policies.
 */
export async function recheckResults(
  context: SyncContext,
  records: readonly PushRecord[],
  signal: AbortSignal | undefined,
): Promise<{ readonly due: ReadonlySet<PolicyName>; readonly arrived: ReadonlySet<string> }> {
  const now = context.clock.now();
  const due = new Set<PolicyName>();
  const arrived = new Set<string>();
  const live = new Map<PolicyName, LiveDocument | undefined>();
  for (const record of records) {
    const kind = policyKind(record.policy);
    if (!kind || !isCorrectable(context, record, records, now)) {
      continue;
    }
    due.add(record.policy);
    if (!live.has(record.policy)) {
      live.set(record.policy, await readIfPossible(context, kind, signal));
    }
    const document = live.get(record.policy);
    if (document && (await appliedSince(context, kind, record, document))) {
      arrived.add(record.id);
    }
  }
  return { due, arrived };
}

function isCorrectable(
  context: SyncContext,
  record: PushRecord,
  records: readonly PushRecord[],
  now: Date,
): boolean {
  return (
    correctableUntil(record, now) !== undefined && isFromHere(context, record) && !sentAgain(record, records)
  );
}

/**
 * Returns true when another push with the same content is the one to call applied. This is a later push, or
 * one that ended later and may have been applied since.
 */
function sentAgain(
  { id, policy, next, body, closedAt = '' }: PushRecord,
  records: readonly PushRecord[],
): boolean {
  return records.some(
    (other) =>
      other.id !== id &&
      other.policy === policy &&
      other.sent &&
      (other.next === next || other.body === body) &&
      (other.id > id || other.closedAt === undefined || other.closedAt > closedAt),
  );
}

/** Returns undefined when the live policy is not the sent one, or already was at the end of the push. */
async function appliedSince(
  context: SyncContext,
  kind: PolicyKind,
  record: PushRecord,
  live: LiveDocument,
): Promise<Applied | undefined> {
  if (live.hash === record.seen) {
    return undefined;
  }
  const sent = await recordedPush(context, record);
  const settled = settle(kind, sent, live, undefined, context.isKnownField);
  return settled.verdict === 'applied' ? { sent, settled } : undefined;
}

interface Applied {
  readonly sent: SentPolicy;
  readonly settled: Settled;
}

/** The push already has a result, so a failed read is only logged. */
async function readIfPossible(
  context: SyncContext,
  kind: PolicyKind,
  signal: AbortSignal | undefined,
): Promise<LiveDocument | undefined> {
  try {
    return await context.known.read(context, kind, signal);
  } catch (error) {
    passOnCanceled(error);
    context.logger.debug(`a push of ${kind.name} that had ended was not looked at: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * Calls a finished push applied when the live policy is the sent one. The caller has the mutex, so this
 * second read counts.
 */
export async function correctResult(
  context: SyncContext,
  record: PushRecord,
  others: readonly PushRecord[],
  signal: AbortSignal | undefined,
): Promise<Omit<RecoveredPush, 'ref' | 'pushId'> | undefined> {
  const kind = policyKind(record.policy);
  const { verdict, reason } = record;
  if (!kind || verdict === undefined || !isCorrectable(context, record, others, context.clock.now())) {
    return undefined;
  }
  const live = await readIfPossible(context, kind, signal);
  const applied = live && (await appliedSince(context, kind, record, live));
  if (!applied) {
    return undefined;
  }
  const entry = await context.journal.reopen(record.id);
  try {
    await entry.append(defined({ event: 'corrected', at: timeOf(context), verdict, reason }));
    const settled: Settled = {
      ...applied.settled,
      reason: `The push was recorded as ${verdict}, but the console now has the sent policy: it was applied late, or someone else made the same change.`,
    };
    await concludeLate(context, kind, record, entry, live, settled, applied.sent.live);
    return { ...settled, isOpen: false, corrects: verdict };
  } finally {
    await entry.close();
  }
}
