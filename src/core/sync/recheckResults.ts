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

/** Pushes that have ended, not as applied, and not long ago: which of them live says to be applied after all. */
export async function recheckResults(
  context: SyncContext,
  records: readonly PushRecord[],
  isRunning: (record: PushRecord) => boolean,
  signal: AbortSignal | undefined,
): Promise<{ readonly due: ReadonlySet<PolicyName>; readonly arrived: ReadonlySet<string> }> {
  const now = context.clock.now();
  const due = new Set<PolicyName>();
  const arrived = new Set<string>();
  const live = new Map<PolicyName, LiveDocument | undefined>();
  for (const record of records) {
    const kind = policyKind(record.policy);
    if (!kind || isRunning(record) || !isCorrectable(context, record, records, now)) {
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
 * Whether another push of the policy sent the same and is the one to be called applied: a later one, or one that had not
 * ended when this one had, and may have arrived since.
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

/** Undefined where live is not what was sent, or was so already when the push ended. */
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

/** A verdict is there already: that it cannot be looked at now is no reason to stop. */
async function readIfPossible(
  context: SyncContext,
  kind: PolicyKind,
  signal: AbortSignal | undefined,
): Promise<LiveDocument | undefined> {
  try {
    return await context.known.read(kind, signal);
  } catch (error) {
    passOnCanceled(error);
    context.logger.debug(`a push of ${kind.name} that had ended was not looked at: ${messageOf(error)}`);
    return undefined;
  }
}

/** Calls a push that ended otherwise applied, when live is what it sent; with the policy held it is looked at once more. */
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
    const was = { verdict, ...(reason === undefined ? {} : { reason }) };
    await entry.append({ event: 'corrected', at: timeOf(context), ...was });
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
