import type { PolicyKind } from '../policy/families.ts';
import { missingCollections, type MissingCollection } from '../policy/sentForm.ts';
import { defined } from '../util/defined.ts';
import { isExpected, messageOf } from '../util/errors.ts';
import { asOperation } from '../util/operation.ts';
import type { BaseMove } from './store/bases.ts';
import {
  plannedBase,
  type FileAfterRestore,
  type PushPlan,
  type PushStep,
  type Settlement,
} from './outcomes.ts';
import type { LiveDocument, LiveToReplace } from './readLive.ts';
import { explainDroppedRules, settle, tookEffect, type Explanation, type SentPolicy } from './settle.ts';
import { lateArrivalWindowMs, type PutAnswer } from './journalEvent.ts';
import type { JournalEntry } from './store/journal.ts';
import type { SyncContext } from './syncContext.ts';
import { isMadeFrom, writeFileAndBase, workingCopy } from './workingCopy.ts';
import { SharedItems } from '../json/jsonText.ts';

/**
 * Milliseconds between the reads after a PUT until the live policy shows the sent one, 30.5 seconds together.
 * Success proves as little as no answer: a console may apply the push later, or a read may lag behind.
 */
export const pausesMs: readonly number[] = [500, 1000, 2000, 4000, 8000, 15_000];

/** Number of these pauses after a success that shows only a part of the sent policy: 3.5 seconds. */
const pausesForTheRest = 3;

/** A push whose live policy was read, just before its PUT. */
interface ReadyPush {
  readonly context: SyncContext;
  readonly kind: PolicyKind;
  readonly plan: PushPlan;
  /** Text of the planned file; a restore has none. */
  readonly text: string | undefined;
  readonly policy: SentPolicy;
  readonly entry: JournalEntry;
  readonly replace: LiveToReplace['replace'];
  readonly onStep: (step: PushStep) => void;
}

interface Sent {
  /** Time of the answer, or of giving up. */
  readonly at: Date;
  readonly answer: PutAnswer;
  /** Error of the PUT. */
  readonly failure?: string;
}

/** Sends the one PUT and reads back its result. Never throws: from here on every error ends in a result. */
export async function sendAndReadBack(push: ReadyPush): Promise<Settlement> {
  const { context, entry, onStep } = push;
  const sent = await send(push);
  onStep('reading-back');
  let read: ReadBack;
  try {
    // An operation of its own has fresh read limits, so earlier reads cannot leave the push unresolved.
    read = await asOperation(() => pollUntilSettled(push, sent));
  } catch (error) {
    const reason = `Could not confirm whether the change was applied: ${messageOf(error)}`;
    return leaveOpen(push, sent, { verdict: 'unknown', reason });
  }
  const { live, settled } = read;
  if (settled.verdict !== 'unknown') {
    return recordEnd(push, live, settled);
  }
  await note(push, () => recordLook(context, entry, live));
  return leaveOpen(push, sent, settled);
}

/** Sends the PUT. Only a refusal proves that the policy was not applied; other errors prove nothing. */
async function send(push: ReadyPush): Promise<Sent> {
  const { context, plan, entry, replace } = push;
  const answered = async (answer: PutAnswer, failure?: string): Promise<Sent> => {
    const at = context.clock.now();
    await note(push, () => entry.append({ event: 'answered', answer }));
    return defined({ at, answer, failure });
  };
  try {
    return (await replace(plan.body)) === 'accepted'
      ? await answered('open', 'The console accepted the change, but has not finished it yet.')
      : await answered('done');
  } catch (error) {
    const failure = messageOf(error);
    context.logger.warn(`push ${entry.id}: the console did not confirm the change: ${failure}`);
    // This proves that the console did not act.
    const isRefused = isExpected(error) && 'mayHaveArrived' in error && error.mayHaveArrived === false;
    return answered(isRefused ? 'refused' : 'open', failure);
  }
}

interface ReadBack {
  readonly live: LiveDocument;
  /** Unknown when the result of the push may still change. */
  readonly settled: Settlement;
}

/** Reads the live policy until it proves the result, or until the pauses for this answer end. */
async function pollUntilSettled(
  { context, kind, plan, policy, onStep }: ReadyPush,
  { answer, failure }: Sent,
): Promise<ReadBack> {
  let explain: Explanation | undefined;
  const { body: text, next: document, nextHash: hash } = plan;
  // For a policy without rules, the text `{}` is sent, but the policy may have other fields.
  const sent = plan.emptiesPolicy ? undefined : { text, document, hash, items: new SharedItems() };
  for (let looks = 0; ; looks++) {
    const live = await context.known.read({ ...context, sent }, kind);
    const settled = settle(kind, policy, live, failure);
    if (settled.verdict === 'applied' || answer === 'refused') {
      return { live, settled };
    }
    const { reason = '' } = settled;
    if (answer === 'done') {
      explain ??= explainDroppedRules(kind, plan, await collectionsMissingNow(context, kind, plan));
      const why = explain(live);
      if (why !== undefined) {
        return { live, settled: { ...settled, reason: `${reason} ${why}` } };
      }
      if (looks >= pausesForTheRest) {
        const unchanged = settle(kind, policy, live, failure, true);
        if (unchanged.verdict === 'applied' || tookEffect(kind, plan.live, plan.next, live.document)) {
          return { live, settled: unchanged };
        }
      }
    }
    const pauseMs = pausesMs[looks];
    if (pauseMs === undefined) {
      const why = `Could not confirm whether the change was applied. It may still be applied. ${reason}`;
      return { live, settled: { ...settled, verdict: 'unknown', reason: why } };
    }
    onStep('waiting');
    await context.pause(pauseMs);
  }
}

/** Reads the collections again, because someone may have deleted one after the plan. None without the list. */
async function collectionsMissingNow(
  { live, logger }: SyncContext,
  kind: PolicyKind,
  { next }: PushPlan,
): Promise<readonly MissingCollection[]> {
  try {
    return await missingCollections(kind, next, () => live.collectionNames());
  } catch (error) {
    logger.warn(`could not read the collections after the push: ${messageOf(error)}`);
    return [];
  }
}

/** Records an unresolved push; `recoverPushes` settles it later. */
async function leaveOpen(push: ReadyPush, { at, answer }: Sent, end: Settlement): Promise<Settlement> {
  await note(push, () => recordVerdict(push.entry, end));
  return answer !== 'refused'
    ? { ...end, mayArriveUntil: new Date(at.getTime() + lateArrivalWindowMs) }
    : end;
}

async function recordEnd(push: ReadyPush, live: LiveDocument, settled: Settlement): Promise<Settlement> {
  const { context, kind, plan, entry, text } = push;
  let isMoved = true;
  const kept = await note(push, async () => {
    isMoved = await conclude(context, kind, entry, live, settled, {
      expected: plannedBase(plan),
      isMadeFrom: () => isMadeFrom(context, kind, plan.live, live, text),
    });
  });
  if (settled.verdict !== 'applied') {
    return settled;
  }
  // A restore does not come from the file, so the file follows.
  const file = plan.restores === undefined ? undefined : await followRestore(push, live);
  const leftBehind = !isMoved && file === undefined;
  const reason =
    kept !== undefined
      ? `The change was applied, but not everything could be recorded: ${kept}`
      : leftBehind
        ? 'The change was applied, but the file was replaced by another version during the push. Pull or merge.'
        : undefined;
  return defined({ ...settled, reason, file });
}

/**
 * Updates the policy file to the restored policy `live`, and its base. Only a file that equals the policy
 * before or after the restore follows. The caller has the mutex of the policy.
 */
async function followRestore(
  { context, kind, plan }: ReadyPush,
  live: LiveDocument,
): Promise<FileAfterRestore> {
  try {
    const file = await workingCopy(context, kind);
    if (!file) {
      return 'none';
    }
    const { hash } = file;
    const base = await context.bases.hash(kind);
    // Another base came with a checkout, so the file belongs to that base.
    if (
      (hash !== plan.liveHash && hash !== live.hash) ||
      (base !== plannedBase(plan) && base !== live.hash)
    ) {
      return 'left';
    }
    const { spelling } = file.document;
    return (await writeFileAndBase(context, kind, { file, base, live, spelling })) ? 'follows' : 'left';
  } catch (error) {
    // An error of the file does not change the result of the push.
    context.logger.warn(`the file of ${plan.ref.policy} was left as it was: ${messageOf(error)}`);
    return 'left';
  }
}

/** A full disk after the PUT must not hide the result, so an error is logged and returned. */
async function note({ context, entry }: ReadyPush, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    context.logger.error(error instanceof Error ? error : String(error));
    return `${messageOf(error)} (push ${entry.id})`;
  }
}

/**
 * Records a result with the live policy that proves it, and moves the base of an applied push. Returns true
 * when the base moved. The base stays when it changed during the push, or when the file lacks the pushed
 * changes.
 */
export async function conclude(
  context: SyncContext,
  kind: PolicyKind,
  entry: JournalEntry,
  live: LiveDocument,
  settled: Settlement,
  from: BaseMove,
): Promise<boolean> {
  const isApplied = settled.verdict === 'applied';
  await recordLook(context, entry, live, isApplied ? await context.bases.keep(kind, live) : undefined);
  await recordVerdict(entry, settled);
  const isMoved = isApplied && (await context.bases.move(kind, live, from));
  await entry.append({ event: 'closed' });
  return isMoved;
}

/** Records the result of a push that ended before its PUT. */
export async function concludeUnsent(entry: JournalEntry): Promise<Settlement> {
  const unsent = { verdict: 'not-applied', reason: 'The push ended before anything was sent.' } as const;
  await recordVerdict(entry, unsent);
  await entry.append({ event: 'closed' }, true);
  return unsent;
}

/** Adds the live policy to the journal, and stores it unless the store has it as `stored`. */
export async function recordLook(
  { store }: SyncContext,
  entry: JournalEntry,
  live: LiveDocument,
  stored?: string,
): Promise<void> {
  const object = stored ?? (await store.put(live.text));
  await entry.append({ event: 'read-back', live: live.hash, object });
}

export function recordVerdict(
  entry: JournalEntry,
  { verdict, reason, consoleEdits }: Settlement,
): Promise<void> {
  return entry.append(defined({ event: 'verdict', verdict, reason, consoleEdits }), true);
}
