import { defined } from '../util/defined.ts';
import { policyAddress } from '../consoleFile/destination.ts';
import { policyKind, type PolicyKind, type PolicyName } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import { parseJsonSteps } from '../json/jsonText.ts';
import { messageOf, passOnCanceled } from '../util/errors.ts';
import { inSlices } from '../util/inSlices.ts';
import { withinOperation } from '../util/operation.ts';
import { isMadeFrom } from './workingCopy.ts';
import { verdictWords, type RecoveredPush, type Settlement } from './outcomes.ts';
import type { SyncContext } from './syncContext.ts';
import type { LiveDocument } from './readLive.ts';
import { settle, type SentPolicy } from './settle.ts';
import { conclude, concludeUnsent, recordLook, recordVerdict } from './sendAndReadBack.ts';
import type { JournalEntry } from './store/journal.ts';
import { correctableUntil, isAhead, mayArriveUntil, type PushRecord } from './journalEvent.ts';
import { policyMutex } from './store/mutexes.ts';
import { hashOfText, type ObjectStore } from './store/objectStore.ts';

type Looked = Omit<RecoveredPush, 'ref' | 'pushId'>;

/**
 * Settles unresolved pushes by reading the live policy, never by sending. Pushes stay unresolved after a
 * crash, after a failed read, or while the console may still apply them. A recent result is corrected when
 * the live policy now equals the sent one. Returns the unresolved pushes, and those with a corrected result.
 * Call this at the start, as soon as requests are allowed; a later read, plan or push rechecks its own policy.
 */
export function recoverPushes(context: SyncContext, signal?: AbortSignal): Promise<RecoveredPush[]> {
  return withinOperation(() => recheck(context, undefined, signal));
}

async function recheck(
  context: SyncContext,
  policy: PolicyName | undefined,
  signal: AbortSignal | undefined,
): Promise<RecoveredPush[]> {
  const { changed, due, journal, settled } = context;
  const names = duePushes(context, await journal.records()).map((record) => record.policy);
  const checked = new Set(names.filter((name) => policy === undefined || name === policy));
  const pushes: RecoveredPush[] = [];
  // Most runs find no push to settle and must not write, because the folder may be read-only.
  for (const name of checked) {
    pushes.push(...(await recoverPolicy(context, name, signal)));
  }
  if (policy !== undefined) {
    due.delete(policy);
  }
  checked.forEach((name) => due.add(name));
  const ended = pushes.filter(({ isOpen }) => !isOpen);
  if (ended.length > 0) {
    settled.fire(ended);
  }
  // The event of the read came before the new journal entries, so listeners need another one.
  new Set(pushes.map(({ ref }) => ref.policy)).forEach((name) => changed.fire(name));
  return pushes;
}

/**
 * Rechecks pushes of the policy that are unresolved or may be corrected. A failure is only logged, because
 * the caller can go on without the result.
 */
export async function recheckPushes(
  context: SyncContext,
  { name }: PolicyKind,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await recheck(context, name, signal);
  } catch (error) {
    passOnCanceled(error);
    context.logger.warn(`could not check unresolved pushes of ${name}: ${messageOf(error)}`);
  }
}

/** Rechecks only a policy with a known need, because reading the journal each time would be slow. */
export async function recheckDuePushes(
  context: SyncContext,
  kind: PolicyKind,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (context.due.has(kind.name)) {
    await recheckPushes(context, kind, signal);
  }
}

/** Returns the unresolved pushes, and the finished ones whose result may still be corrected. */
function duePushes(context: SyncContext, records: readonly PushRecord[]): PushRecord[] {
  return records.filter(
    (record) =>
      !record.closed ||
      (correctableUntil(record, context.clock.now()) !== undefined &&
        isFromHere(context, record) &&
        !sentAgain(record, records)),
  );
}

/** Returns true when a push went to the current place of the console. */
export function isFromHere(
  { addressOf }: SyncContext,
  { destination, policy }: Pick<PushRecord, 'destination' | 'policy'>,
): boolean {
  return policyAddress(destination, policy) === addressOf({ name: policy });
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

/** Returns nothing while another process has the policy, and for results that are still right. */
async function recoverPolicy(
  context: SyncContext,
  policy: PolicyName,
  signal: AbortSignal | undefined,
): Promise<RecoveredPush[]> {
  // A pushing process has the mutex, also on another computer that shares the folder.
  const mutex = await context.mutexes.tryTake(policyMutex(context.console, policy));
  if (!mutex) {
    return [];
  }
  try {
    let reading: Promise<LiveDocument> | undefined;
    const read = (): Promise<LiveDocument> =>
      (reading ??= context.known.read(context, policyKind(policy), signal));
    const recovered: RecoveredPush[] = [];
    // A push may have gone on before this process took the mutex, so its record is read again.
    const records = (await context.journal.records()).filter((record) => record.policy === policy);
    for (const record of duePushes(context, records)) {
      const later = records.filter(({ sent, id }) => sent && id > record.id);
      const result = await recover(context, record, later, read);
      if (result) {
        const hadEnded = !record.closed && record.verdict === 'unknown' ? true : undefined;
        const ref = { console: context.console, policy };
        recovered.push(defined({ ref, pushId: record.id, ...result, hadEnded }));
      }
    }
    return recovered;
  } finally {
    await mutex.release();
  }
}

/** Rechecks a push under its mutex. Returns nothing for a finished push whose result is still right. */
async function recover(
  context: SyncContext,
  record: PushRecord,
  later: readonly PushRecord[],
  read: () => Promise<LiveDocument>,
): Promise<Looked | undefined> {
  const kind = policyKind(record.policy);
  if (!kind) {
    const reason = 'This version of Ordinance does not know the policy.';
    return record.closed ? undefined : { verdict: 'unknown', reason, isOpen: true };
  }
  const entry = await context.journal.reopen(record.id);
  let live: LiveDocument | undefined;
  try {
    if (!record.sent) {
      return { ...(await concludeUnsent(entry)), isOpen: false };
    }
    if (!isFromHere(context, record)) {
      const place = policyAddress(record.destination, record.policy);
      const reason = `It was sent to ${place}, which is no longer this console.`;
      return { verdict: 'unknown', reason, isOpen: true };
    }
    live = await read();
    const sent = await sentPolicyOf(context.store, record);
    const settled = settleRecorded(context, kind, record, sent, live);
    return settled && (await recordResult(context, kind, record, later, entry, live, settled, sent.live));
  } catch (error) {
    passOnCanceled(error);
    const what = live ? 'Could not save the live policy' : 'Could not read the live policy';
    const reason = `${what}: ${messageOf(error)}`;
    if (record.closed) {
      context.logger[live ? 'warn' : 'debug'](`push ${record.id}: ${reason}`);
      return undefined;
    }
    const until = mayArriveUntil(record, context.clock.now());
    return defined({ verdict: 'unknown', reason, isOpen: true, isFailed: true, mayArriveUntil: until });
  } finally {
    await entry.close();
  }
}

async function sentPolicyOf(store: ObjectStore, record: PushRecord): Promise<SentPolicy> {
  return {
    live: await storedObject(store, record.snapshot),
    liveHash: record.live,
    next: await storedObject(store, record.document),
    nextHash: record.next,
    bodyHash: record.body,
  };
}

async function storedObject(store: ObjectStore, hash = ''): Promise<JsonObject | undefined> {
  const text = await store.get(hash);
  // A console answers `null` for a policy that was never written.
  return text === undefined
    ? undefined
    : (((await inSlices(parseJsonSteps(text))) ?? new Map()) as JsonObject);
}

/**
 * Returns the result of a recorded push by the current live policy. A finished push keeps its result, unless
 * the live policy is the sent one, and was not at the end of the push.
 */
function settleRecorded(
  { clock }: SyncContext,
  kind: PolicyKind,
  record: PushRecord,
  sent: SentPolicy,
  live: LiveDocument,
): Settlement | undefined {
  // The console may word the policy from before the push differently. Then someone wrote the policy since,
  // perhaps this push, which was undone.
  const isWritten = hashOfText(live.text) !== record.snapshot;
  const isOver = mayArriveUntil(record, clock.now()) === undefined;
  const mayBeUnchanged = !record.closed && (record.answer === 'done' || (isWritten && isOver));
  const settled = settle(kind, sent, live, undefined, mayBeUnchanged);
  if (record.closed) {
    return settled.verdict === 'applied' && live.hash !== record.seen ? settled : undefined;
  }
  const reason =
    'The console has the policy from before the push, but someone wrote to it since. The push may have been applied and undone.';
  return settled.verdict === 'not-applied' && isWritten ? { verdict: 'unknown', reason } : settled;
}

/** Records the result, or that the push stays unresolved because nothing is proven yet. */
async function recordResult(
  context: SyncContext,
  kind: PolicyKind,
  record: PushRecord,
  later: readonly PushRecord[],
  entry: JournalEntry,
  live: LiveDocument,
  settled: Settlement,
  before: JsonObject | undefined,
): Promise<Looked> {
  const { verdict, reason, openSince } = record;
  const corrects = record.closed ? verdict : undefined;
  if (corrects !== undefined) {
    await entry.append(defined({ event: 'corrected', verdict: corrects, reason }));
  } else if (
    verdict !== undefined &&
    verdict !== 'unknown' &&
    !(verdict === 'applied' && settled.verdict === 'applied')
  ) {
    // The recorded result was proven; the current live policy came later.
    await entry.append({ event: 'closed' });
    return defined({ verdict, isOpen: false, reason });
  }
  const until = mayArriveUntil(record, context.clock.now());
  if (until && (settled.verdict !== 'applied' || later.some(({ next }) => next === record.next))) {
    const open = {
      verdict: 'unknown',
      reason: `The console may still apply it until ${until.toISOString()}.`,
      mayArriveUntil: until,
      isOpen: true,
    } as const;
    // A late push would overwrite newer changes of others, so the journal keeps them for the reason.
    if (record.seen !== live.hash) {
      await recordLook(context, entry, live);
    }
    // The clock may have been set back. This line gives the latest time at which the push was on its way.
    if (verdict !== 'unknown' || (openSince !== undefined && isAhead(openSince, context.clock.now()))) {
      await recordVerdict(entry, open);
    }
    return open;
  }
  const result = defined({ ...settled, reason: reasonOf(settled, record, live, later) });
  await conclude(context, kind, entry, live, result, {
    // A later pull or push has moved the base, and the newer base has to stay.
    expected: record.base === undefined ? record.live : (record.base ?? undefined),
    isMadeFrom: () => isMadeFrom(context, kind, before, live),
  });
  return defined({ ...result, isOpen: false, corrects });
}

/** Returns a reason with the events between sending and the settling read. */
function reasonOf(
  { verdict, reason }: Settlement,
  { closed, verdict: recorded, seen, live: before, next }: PushRecord,
  live: LiveDocument,
  later: readonly PushRecord[],
): string | undefined {
  if (closed && recorded) {
    return `The push was recorded as "${verdictWords(recorded)}", but the console now has the sent policy. The push was applied late, or someone else made the same change.`;
  }
  if (verdict === 'applied' && seen !== undefined && ![before, next, live.hash].includes(seen)) {
    return 'It was applied late and overwrote newer changes.';
  }
  return verdict === 'foreign-change' && later.length > 0
    ? `${reason} The policy was pushed again since.`
    : reason;
}
