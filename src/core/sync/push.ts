import { destinationLines, sameDestination } from '../consoleFile/destination.ts';
import { policyKind, type PolicyKind } from '../policy/families.ts';
import { writeJson } from '../json/writeJson.ts';
import { type PlanStep, diffPolicies } from '../policy/ruleDiff.ts';
import { asError, ExpectedError, isCanceled, messageOf, throwIfCanceled } from '../util/errors.ts';
import { asOperation } from '../util/operation.ts';
import { missingCollections } from '../policy/sentForm.ts';
import { plannedBase, type PlanOutcome, type PushOutcome, type PushPlan, type PushStep } from './outcomes.ts';
import { madePlans } from './plan.ts';
import { isConfirmed, needRefusal, pushNeeds, type PushConfirmation } from './pushNeeds.ts';
import type { PinnedContext, SyncContext } from './syncContext.ts';
import { type LiveToReplace, withPinned } from './readLive.ts';
import { recheckPushes } from './recover.ts';
import { openingOf } from './recordFacts.ts';
import { withoutSecrets } from './settle.ts';
import { sendAndReadBack, concludeUnsent } from './sendAndReadBack.ts';
import type { JournalEntry } from './store/journal.ts';
import { earlierPushes } from './journalEvent.ts';
import { policyMutex, type HeldMutex } from './store/mutexes.ts';

interface PushOptions {
  /** Cancels until the PUT begins; afterwards the push runs to its result. */
  readonly signal?: AbortSignal | undefined;
  readonly onStep: (step: PushStep) => void;
  /** Names that the user confirmed before the push, for plans that need them. */
  readonly confirmed: PushConfirmation;
}

/**
 * Milliseconds after which a read is repeated: the computer may sleep, or a question may wait for an answer.
 */
const staleMs = 5000;

/**
 * Number of reads after which the push goes ahead, although the console words the same policy differently
 * each time.
 */
const MAX_READINGS = 3;

/** Code `drift`: the live policy changed since the plan. Nothing was sent. */
export class DriftError extends ExpectedError {
  override readonly name = 'DriftError';
  /** The changes since the plan, as the outcome of a new plan. */
  readonly drift: Extract<PlanOutcome, { kind: 'drift' }>;

  constructor({ ref }: PushPlan, changes: readonly PlanStep[]) {
    super('drift', `${ref.policy} changed on ${ref.console} after the plan was created. Nothing was sent.`, {
      advice: 'Review the change and plan again.',
    });
    this.drift = { kind: 'drift', changes };
  }
}

/** Result of the push of one policy. With an error, nothing was sent unless `wasSent` is true. */
export interface PushedOne {
  readonly plan: PushPlan;
  readonly outcome?: PushOutcome;
  readonly error?: Error;
  readonly wasSent: boolean;
}

/** The confirmation of each plan, as it was shown. */
export type Confirmations = ReadonlyMap<PushPlan, PushConfirmation>;

interface SeveralOptions {
  /** Cancels between policies, and within one until its PUT begins. */
  readonly signal?: AbortSignal | undefined;
  /** Runs before each plan is sent; an error keeps the plan from being sent. */
  readonly sending?: (plan: PushPlan) => Promise<void>;
  readonly onStep?: (plan: PushPlan, step: PushStep) => void;
  /** Asks to continue after a result other than `applied`; without this function the push ends there. */
  readonly goesOn?: (result: PushedOne, left: readonly PushPlan[]) => Promise<boolean>;
}

/**
 * Pushes plans in turn, and yields each result before the next push begins. A cancellation is the last result.
 * Each push is an operation of its own, so its reads never use up the limits of the next.
 */
export async function* pushSeveral(
  context: SyncContext,
  plans: readonly PushPlan[],
  confirmations: Confirmations,
  options: SeveralOptions = {},
): AsyncGenerator<PushedOne, void> {
  for (const [at, plan] of plans.entries()) {
    const result = await pushOne(context, plan, confirmations.get(plan) ?? {}, options);
    yield result;
    if (result.outcome?.verdict === 'applied') {
      continue;
    }
    const left = plans.slice(at + 1);
    if (isCanceled(result.error) || left.length === 0 || !(await options.goesOn?.(result, left))) {
      return;
    }
  }
}

/** Never throws. */
async function pushOne(
  context: SyncContext,
  plan: PushPlan,
  confirmed: PushConfirmation,
  { signal, sending, onStep: follow }: SeveralOptions,
): Promise<PushedOne> {
  let wasSent = false;
  const onStep = (step: PushStep): void => {
    wasSent ||= step === 'sending';
    follow?.(plan, step);
  };
  try {
    throwIfCanceled(signal);
    await sending?.(plan);
    return {
      plan,
      outcome: await asOperation(() => pushPlan(context, plan, { signal, onStep, confirmed })),
      wasSent,
    };
  } catch (error) {
    return { plan, error: asError(error), wasSent };
  }
}

/**
 * Carries out a plan: snapshot, journal, second read, one PUT, read back, result, base. Throws before anything
 * is sent (`DriftError`, `base-moved`, `busy`, disk and network errors, CanceledError). After the PUT begins, it
 * always resolves with a result. After an applied restore, the policy file follows, unless it has edits of its
 * own.
 */
async function pushPlan(context: SyncContext, plan: PushPlan, options: PushOptions): Promise<PushOutcome> {
  const kind = checkPlan(context, plan);
  await recheckPushes(context, kind, options.signal);
  const push = (mutex: HeldMutex): Promise<PushOutcome> =>
    withPinned(context, async (pinned) => {
      checkDestination(pinned, plan);
      return pushHeld(pinned, kind, plan, options, mutex);
    });
  const outcome = await context.busy.during(kind.name, () =>
    context.mutexes.with(policyMutex(context.console, kind.name), push, options.signal),
  );
  if (outcome.verdict !== 'applied') {
    context.due.add(kind.name);
  }
  return outcome;
}

async function pushHeld(
  context: PinnedContext,
  kind: PolicyKind,
  plan: PushPlan,
  options: PushOptions,
  mutex: HeldMutex,
): Promise<PushOutcome> {
  const { signal, confirmed } = options;
  const onStep = (step: PushStep): void => {
    try {
      options.onStep(step);
    } catch (error) {
      context.logger.error(error instanceof Error ? error : String(error));
    }
  };
  await checkConfirmation(context, plan, confirmed);
  onStep('saving-snapshot');
  // Everything slow comes before the read of the live policy, so that the read misses no change.
  await checkCollections(context, kind, plan, signal);
  const account = await context.account?.();
  const next = withoutSecrets(plan.next, plan.body);
  if ((await context.bases.hash(kind)) !== plannedBase(plan)) {
    throw new ExpectedError(
      'base-moved',
      `The base of ${kind.name} changed after the plan was created. Nothing was sent.`,
      {
        advice: 'Plan again.',
      },
    );
  }
  await context.bases.check();
  const [snapshot, document] = await Promise.all([
    context.store.put(plan.liveText),
    // A body without secrets is the text of the policy; `{}` is sent for a policy without rules.
    next === plan.next && !plan.emptiesPolicy
      ? context.store.put(plan.body, plan.bodyHash)
      : context.store.put(writeJson(next)),
  ]);
  throwIfCanceled(signal);
  const openedAt = context.clock.now();
  const opening = openingOf(context, plan, { document, account, confirmed: Object.keys(confirmed) });
  const entry = await context.journal.open(opening, openedAt);
  try {
    let ready: ReadyToSend;
    try {
      ready = await makeReady(context, kind, plan, entry, snapshot, async () => {
        // The computer may have slept for so long that another process took over.
        if (!(await mutex.isHeld())) {
          throw await context.mutexes.refusal(policyMutex(context.console, kind.name));
        }
        onStep('reading-live');
        const read = await context.known.readToReplace(context, kind, signal);
        throwIfCanceled(signal);
        return read;
      });
    } catch (error) {
      await forgetUnsent(context, entry);
      throw error;
    }
    const text = madePlans.get(plan)?.text;
    // Without secrets in the sent policy, no seal of the live policy is new, which would take a walk of it to find out.
    const policy = { ...plan, live: next === plan.next ? undefined : plan.live, next };
    // No await may come between here and the write, so that the read stays current.
    onStep('sending');
    const end = await sendAndReadBack({
      context,
      kind,
      plan,
      text,
      policy,
      entry,
      replace: ready.replace,
      onStep,
    });
    onStep('settled');
    return { ...end, pushId: entry.id, openedAt, snapshot: ready.snapshot };
  } finally {
    await entry.close().catch((error: unknown) => context.logger.warn(messageOf(error)));
  }
}

interface ReadyToSend extends Pick<LiveToReplace, 'replace'> {
  /** Hash of the stored live policy that the push replaces. */
  readonly snapshot: string;
}

/**
 * Makes the journal durable, and only then reads the live policy and compares it with the plan. The write may
 * leave when this returns. `snapshot` is the stored live policy of the plan. Throws DriftError when the live
 * policy changed since the plan.
 */
async function makeReady(
  context: SyncContext,
  kind: PolicyKind,
  plan: PushPlan,
  entry: JournalEntry,
  snapshot: string,
  read: () => Promise<LiveToReplace>,
): Promise<ReadyToSend> {
  let stored = { text: plan.liveText, snapshot };
  await entry.append({ event: 'sending', object: snapshot }, true);
  for (let readings = 1; ; readings++) {
    const { live, replace, answeredAt } = await read();
    if (live.hash !== plan.liveHash) {
      throw new DriftError(plan, diffPolicies(kind, plan.live, live.document).steps);
    }
    const isOld = Math.abs(Date.now() - answeredAt) > staleMs;
    const isStored = live.text === stored.text;
    if (!isOld && (isStored || readings >= MAX_READINGS)) {
      return { replace, snapshot: stored.snapshot };
    }
    if (!isStored) {
      // The console words the same policy differently. Storing this text takes time, so the policy is read
      // again.
      stored = { text: live.text, snapshot: await context.store.put(live.text) };
      await entry.append({ event: 'sending', object: stored.snapshot }, true);
    }
  }
}

/**
 * Only a plan of `planPush` or `planRestore` is pushed. It is frozen, so it describes exactly the bytes of its
 * PUT and names every lost change. Any other plan is a bug, so the error is not an expected one.
 */
function checkPlan(context: SyncContext, plan: PushPlan): PolicyKind {
  const kind = policyKind(plan.ref.policy);
  if (plan.ref.console !== context.console || !madePlans.has(plan)) {
    throw new Error(
      `the plan for ${plan.ref.console}/${plan.ref.policy} was not made for ${context.console}`,
    );
  }
  return kind;
}

/** Checks that a plan goes to its confirmed destination. Throws ExpectedError `other-destination`. */
function checkDestination({ live }: PinnedContext, plan: PushPlan): void {
  if (!sameDestination(live.destination, plan.destination)) {
    const [planned, now] = [plan, live].map(({ destination }) => destinationLines(destination).join(', '));
    throw new ExpectedError(
      'other-destination',
      `The plan was created for ${planned}, but would now go to ${now}. Nothing was sent.`,
      { advice: 'Plan again.' },
    );
  }
}

/**
 * Refuses a push whose needs are not confirmed by name; the caller asks the user. A push that became unresolved
 * after the plan has no confirmation yet. The share of removed rules is a setting of the caller. Here only
 * removed built-in rules need their names.
 */
async function checkConfirmation(
  context: SyncContext,
  plan: PushPlan,
  confirmed: PushConfirmation,
): Promise<void> {
  const records = await context.journal.records();
  const earlier = earlierPushes(records, plan.ref.policy, plan.nextHash, context.clock.now());
  const now = { ...plan, earlier };
  const [first, ...more] = pushNeeds(now, context.isProtected(), 1)
    .filter((need) => !isConfirmed(need, confirmed))
    .map(({ kind }) => ({ plan: now, kind }));
  if (first) {
    throw needRefusal(first, ...more);
  }
}

/** A question may wait long for its answer, so a checked collection may be gone. */
async function checkCollections(
  { live, clock }: SyncContext,
  kind: PolicyKind,
  { next, madeAt, collectionsUnchecked, ref }: PushPlan,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isFresh = Math.abs(clock.now().getTime() - madeAt.getTime()) <= staleMs;
  if (isFresh || collectionsUnchecked !== undefined) {
    return;
  }
  const [missing] = await missingCollections(kind, next, () => live.collectionNames(signal));
  if (missing) {
    throw new ExpectedError(
      'unknown-collections',
      `${ref.console} no longer has the collection "${missing.collection}" of rule "${missing.rule}" and would silently drop the rule. Nothing was sent.`,
      { advice: 'Plan again.' },
    );
  }
}

/**
 * Removes the record of a push that was not sent. A record that cannot be removed gets this result instead.
 */
async function forgetUnsent({ journal, logger }: SyncContext, entry: JournalEntry): Promise<void> {
  try {
    await journal.remove(entry.id);
  } catch (error) {
    logger.warn(messageOf(error));
    await concludeUnsent(entry).catch(() => undefined);
  }
}
