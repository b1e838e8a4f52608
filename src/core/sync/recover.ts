import { defined } from '../util/defined.ts';
import { placeOf } from '../consoleFile/destination.ts';
import { policyKind, type PolicyKind, type PolicyName } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import { parseJsonSteps } from '../json/jsonText.ts';
import { messageOf, passOnCanceled } from '../util/errors.ts';
import { inSlices } from '../util/inSlices.ts';
import { tryTakePolicy } from './liveReadGuard.ts';
import { conclude, recordLook, recordVerdict, timeOf } from './conclude.ts';
import { isMadeFrom } from './madeFrom.ts';
import type { RecoveredPush } from './outcomes.ts';
import { isFromHere } from './pinned.ts';
import type { LiveDocument } from './readLive.ts';
import { hasPlaceholders } from './sealedSecrets.ts';
import { settle, settleEdited, type SentPolicy, type Settled } from './settle.ts';
import { correctableUntil, mayArriveUntil } from './lateArrival.ts';
import { isAhead } from './lateArrivalWindow.ts';
import type { JournalEntry } from './store/journal.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

type Looked = Omit<RecoveredPush, 'ref' | 'pushId'>;

/** Result of a recheck of pushes. */
export interface Recovery {
  /** Unresolved pushes, and pushes with a corrected result. */
  readonly looked: readonly RecoveredPush[];
  /** Policies with a push that was rechecked: it may still be unresolved, or its result may be wrong. */
  readonly due: ReadonlySet<PolicyName>;
}

/**
 * Settles unresolved pushes by reading the live policy, never by sending. Pushes stay unresolved after a
 * crash, after a failed read, or while the console may still apply them. A recent result is corrected when
 * the live policy now equals the sent one.
 */
export async function recoverPushes(
  context: SyncContext,
  signal?: AbortSignal,
  policy?: PolicyName,
): Promise<Recovery> {
  const records = await context.journal.records();
  const meant = records.filter(
    (record) => (policy === undefined || record.policy === policy) && isUnsettled(context, record, records),
  );
  // Most runs find no push to settle and must not write, because the folder may be read-only.
  if (meant.length === 0) {
    return { looked: [], due: new Set() };
  }
  // The mutex makes two starting windows settle a push only once.
  const looked = await context.mutexes.with(`recover-${context.console}`, async () => {
    const found: RecoveredPush[] = [];
    const live = new Map<PolicyName, LiveDocument | undefined>();
    for (const record of meant) {
      if (record.closed && !live.has(record.policy)) {
        live.set(record.policy, await readIfPossible(context, record, signal));
      }
      // Most finished pushes keep their result, so they do not take the mutex, and share one read per policy.
      if (!record.closed || (await appliedSince(context, record, live.get(record.policy)))) {
        found.push(...(await lookAt(context, record, signal)));
      }
    }
    return found;
  });
  return { looked, due: new Set(meant.map((record) => record.policy)) };
}

function isUnsettled(context: SyncContext, record: PushRecord, records: readonly PushRecord[]): boolean {
  return (
    !record.closed ||
    (correctableUntil(record, context.clock.now()) !== undefined &&
      isFromHere(context, record) &&
      !sentAgain(record, records))
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

/** Returns nothing for a push that another process has, and for a result that is still right. */
async function lookAt(
  context: SyncContext,
  { id, policy }: PushRecord,
  signal: AbortSignal | undefined,
): Promise<readonly RecoveredPush[]> {
  // A pushing process has the mutex, also on another computer that shares the folder.
  const mutex = await tryTakePolicy(context, policy);
  if (!mutex) {
    return [];
  }
  try {
    // The push may have gone on before this process took the mutex, so its record is read again.
    const records = await context.journal.records();
    const record = records.find((one) => one.id === id);
    if (!record || !isUnsettled(context, record, records)) {
      return [];
    }
    const others = records.filter((one) => one.id !== id && one.policy === policy);
    const result = record.closed
      ? await correctResult(context, record, signal)
      : await recover(context, record, others, signal);
    const hadEnded = !record.closed && record.verdict === 'unknown' ? true : undefined;
    const ref = { console: context.console, policy };
    return result ? [defined({ ref, pushId: id, ...result, hadEnded })] : [];
  } finally {
    await mutex.release();
  }
}

/** Returns undefined after a failed read, which is only logged, because a finished push already has a result. */
async function readIfPossible(
  context: SyncContext,
  { policy }: PushRecord,
  signal: AbortSignal | undefined,
): Promise<LiveDocument | undefined> {
  const kind = policyKind(policy);
  try {
    return kind && (await context.known.read(context, kind, signal));
  } catch (error) {
    passOnCanceled(error);
    context.logger.debug(`could not check a finished push of ${policy} again: ${messageOf(error)}`);
    return undefined;
  }
}

/** Returns undefined when the live policy is not the sent one, or already was at the end of the push. */
async function appliedSince(
  context: SyncContext,
  record: PushRecord,
  live: LiveDocument | undefined,
): Promise<{ readonly sent: RecordedPush; readonly settled: Settled } | undefined> {
  const kind = policyKind(record.policy);
  if (!kind || !live || live.hash === record.seen) {
    return undefined;
  }
  const sent = await recordedPush(context, record);
  const settled = settle(kind, sent, live, undefined, context.isKnownField);
  return settled.verdict === 'applied' ? { sent, settled } : undefined;
}

/** Calls a finished push applied when the live policy is the sent one, and was not at the end of the push. */
async function correctResult(
  context: SyncContext,
  record: PushRecord,
  signal: AbortSignal | undefined,
): Promise<Looked | undefined> {
  const kind = policyKind(record.policy);
  const { verdict, reason } = record;
  const live = await readIfPossible(context, record, signal);
  const found = await appliedSince(context, record, live);
  if (!kind || !live || !found || verdict === undefined) {
    return undefined;
  }
  const entry = await context.journal.reopen(record.id);
  try {
    await entry.append(defined({ event: 'corrected', at: timeOf(context), verdict, reason }));
    const settled: Settled = {
      ...found.settled,
      reason: `The push was recorded as ${verdict}, but the console now has the sent policy. The push was applied late, or someone else made the same change.`,
    };
    await concludeLate(context, kind, record, entry, live, settled, found.sent.live);
    return { ...settled, isOpen: false, corrects: verdict };
  } finally {
    await entry.close();
  }
}

async function recover(
  context: SyncContext,
  record: PushRecord,
  others: readonly PushRecord[],
  signal: AbortSignal | undefined,
): Promise<Looked> {
  const kind = policyKind(record.policy);
  const entry = await context.journal.reopen(record.id);
  let isRead = false;
  try {
    if (!kind) {
      const reason = 'This version of Ordinance does not know the policy.';
      return { verdict: 'unknown', reason, isOpen: true };
    }
    if (!record.sent) {
      const reason = 'The push ended before anything was sent.';
      const at = timeOf(context);
      await entry.append({ event: 'verdict', at, verdict: 'not-applied', reason });
      await entry.append({ event: 'closed', at }, true);
      return { verdict: 'not-applied', reason, isOpen: false };
    }
    if (!isFromHere(context, record)) {
      const place = record.destination && placeOf(record.destination, record.policy);
      const reason = `It was sent to ${place}, which is no longer this console.`;
      return { verdict: 'unknown', reason, isOpen: true };
    }
    const live = await context.known.read(context, kind, signal);
    isRead = true;
    const sent = await recordedPush(context, record);
    const found = settleLate(context, kind, record, sent, live);
    const { verdict } = record;
    if (
      verdict !== undefined &&
      verdict !== 'unknown' &&
      !(verdict === 'applied' && found.verdict === 'applied')
    ) {
      // The recorded result was proven; the current live policy came later.
      await entry.append({ event: 'closed', at: timeOf(context) });
      return defined({ verdict, isOpen: false, reason: record.reason });
    }
    const open = stillOpen(context, record, others, found);
    if (open) {
      // A late push would overwrite newer changes of others, so the journal keeps them for the reason.
      if (record.seen !== live.hash) {
        await recordLook(context, entry, live);
      }
      const { openSince } = record;
      // The clock may have been set back. This line gives the latest time at which the push was on its way.
      if (verdict !== 'unknown' || (openSince !== undefined && isAhead(openSince, context.clock.now()))) {
        await recordVerdict(context, entry, open);
      }
      return open;
    }
    const settled = withHistory(found, record, live, others);
    await concludeLate(context, kind, record, entry, live, settled, sent.live);
    return { ...settled, isOpen: false };
  } catch (error) {
    passOnCanceled(error);
    return defined({
      verdict: 'unknown',
      reason: `${isRead ? 'Could not save the live policy' : 'Could not read the live policy'}: ${messageOf(error)}`,
      isOpen: true,
      isFailed: true,
      mayArriveUntil: mayArriveUntil(record, context.clock.now()),
    });
  } finally {
    await entry.close();
  }
}

/**
 * Returns the result of a recorded push, by the current live policy. The console may word the policy from
 * before the push differently. Then someone wrote the policy since, perhaps this push, which was undone.
 */
function settleLate(
  context: SyncContext,
  kind: PolicyKind,
  record: PushRecord,
  sent: RecordedPush,
  live: LiveDocument,
): Settled {
  const settled = settle(kind, sent, live, undefined, context.isKnownField);
  if (settled.verdict !== 'not-applied') {
    return settled;
  }
  const isWritten = live.text !== sent.liveText;
  const isOver = mayArriveUntil(record, context.clock.now()) === undefined;
  // A push of only unknown fields leaves the policy unchanged, and still counts as applied.
  const edited =
    record.answer === 'done' || (isWritten && isOver)
      ? settleEdited(kind, sent, live, context.isKnownField)
      : undefined;
  const reason =
    'The console has the policy from before the push, but someone wrote to it since. The push may have been applied and undone.';
  return edited ?? (isWritten ? { verdict: 'unknown', reason } : settled);
}

/**
 * Returns the unresolved state while nothing is proven. The live policy lacks the sent changes, or another
 * push sent the same content.
 */
function stillOpen(
  context: SyncContext,
  record: PushRecord,
  others: readonly PushRecord[],
  { verdict }: Settled,
): Looked | undefined {
  const until = mayArriveUntil(record, context.clock.now());
  const same = others.some(({ sent, next, id }) => sent && next === record.next && id > record.id);
  return until && (same || verdict !== 'applied')
    ? {
        verdict: 'unknown',
        reason: `The console may still apply it until ${until.toISOString()}.`,
        mayArriveUntil: until,
        isOpen: true,
      }
    : undefined;
}

/** Adds the events between sending and the settling read to the reason. */
function withHistory(
  settled: Settled,
  record: PushRecord,
  live: LiveDocument,
  others: readonly PushRecord[],
): Settled {
  if (settled.verdict === 'applied') {
    const { seen } = record;
    return seen === undefined || [record.live, record.next, live.hash].includes(seen)
      ? settled
      : { ...settled, reason: 'It was applied late and overwrote newer changes.' };
  }
  const later = others.some(({ sent, id }) => sent && id > record.id);
  return settled.verdict === 'foreign-change' && later
    ? { ...settled, reason: `${settled.reason} The policy was pushed again since.` }
    : settled;
}

/** A push with its documents from the journal and the store. */
interface RecordedPush extends SentPolicy {
  /** The live policy before it, as the console answered it. */
  readonly liveText: string | undefined;
}

async function recordedPush({ store }: SyncContext, record: PushRecord): Promise<RecordedPush> {
  const liveText = await store.get(record.snapshot ?? '');
  const sentText = await store.get(record.document);
  return {
    live: await objectIn(liveText),
    liveText,
    liveHash: record.live,
    next: await objectIn(sentText),
    sealsSecrets: sentText !== undefined && hasPlaceholders(sentText),
    nextHash: record.next,
    bodyHash: record.body,
  };
}

async function objectIn(text: string | undefined): Promise<JsonObject | undefined> {
  // A console answers `null` for a policy that was never written.
  return text === undefined
    ? undefined
    : (((await inSlices(parseJsonSteps(text))) ?? new Map()) as JsonObject);
}

/**
 * Records the result of a push of the journal. `before` is the live policy before the push, if the store
 * still has it.
 */
async function concludeLate(
  context: SyncContext,
  kind: PolicyKind,
  record: PushRecord,
  entry: JournalEntry,
  live: LiveDocument,
  settled: Settled,
  before: JsonObject | undefined,
): Promise<void> {
  await conclude(context, kind, entry, live, settled, {
    // A later pull or push has moved the base, and the newer base has to stay.
    expected: record.base === undefined ? record.live : (record.base ?? undefined),
    isMadeFrom: () => isMadeFrom(context, kind, before, live),
  });
}
