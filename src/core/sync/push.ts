import { canonicalHash } from '../policy/canonical.ts';
import { policyKind, type PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import { parseJson } from '../json/jsonText.ts';
import { writeJson } from '../json/writeJson.ts';
import type { PlanStep } from '../policy/planStep.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { isWithoutRules } from '../policy/sentForm.ts';
import { ExpectedError, messageOf, throwIfCanceled } from '../util/errors.ts';
import { pushMutex, tryTakePolicy } from './liveReadGuard.ts';
import { timeOf } from './conclude.ts';
import { earlierPushes } from './lateArrival.ts';
import { missingCollections, namesAnyCollection } from './missingCollections.ts';
import type { PlanOutcome, PushOutcome, PushPlan, PushStep } from './outcomes.ts';
import { isConfirmed, needRefusal, pushNeeds, type PushConfirmation } from './pushNeeds.ts';
import { checkDestination, withPinned } from './pinned.ts';
import type { LiveToReplace } from './knownLive.ts';
import { withoutSecrets } from './sealedSecrets.ts';
import { sendAndReadBack } from './sendAndReadBack.ts';
import type { JournalEntry } from './store/journal.ts';
import { recordedFacts } from './planFacts.ts';
import { withoutValues } from './store/journalEvent.ts';
import { hashOfText } from './store/objectStore.ts';
import type { SyncContext } from './syncContext.ts';
import { overriddenChanges, unpulledChanges } from './unpulled.ts';

export interface PushOptions {
  /** Heeded until the PUT begins; from then on the push is followed to its verdict. */
  readonly signal?: AbortSignal;
  readonly onStep?: (step: PushStep) => void;
  /** What was typed or named before the push, where it needs that. */
  readonly confirmed?: PushConfirmation;
}

/** What was read longer ago than this is read once more: live when the computer slept, the collections when a question stood open. */
const staleMs = 5000;

/** A console that answers the same policy in other words each time is written to after so many readings. */
const MAX_READINGS = 3;

/** Code `drift`: live is not what the plan starts from any more. Nothing was sent. */
export class DriftError extends ExpectedError {
  override readonly name = 'DriftError';
  /** From the live document of the plan to live now. */
  readonly changes: readonly PlanStep[];
  readonly liveText: string;

  constructor(plan: PushPlan, changes: readonly PlanStep[], liveText: string) {
    super(
      'drift',
      `${plan.ref.policy} changed on ${plan.ref.console} after the plan was created. Nothing was sent.`,
      {
        advice: 'Review the change and plan again.',
      },
    );
    this.changes = changes;
    this.liveText = liveText;
  }
}

/** The same as a plan would say it that is made now. */
export function driftOf({ changes, liveText }: DriftError): Extract<PlanOutcome, { kind: 'drift' }> {
  return { kind: 'drift', changes, liveText };
}

/**
 * Carries out a plan: snapshot, journal, read live again, PUT once, read back, result, base. Whatever goes wrong before the PUT is
 * thrown and nothing was sent; whatever happens from the PUT on ends in a verdict.
 */
export async function pushPlan(
  context: SyncContext,
  plan: PushPlan,
  options: PushOptions,
): Promise<PushOutcome> {
  const kind = checkPlan(context, plan);
  checkConfirmation(context, plan, options.confirmed ?? {});
  const mutex = await tryTakePolicy(context, plan.ref.policy);
  const name = pushMutex(plan.ref.console, plan.ref.policy);
  const running = (): Promise<Error> =>
    context.mutexes.refusal(name, 'push-running', `${plan.ref.policy} is being pushed already`);
  if (!mutex) {
    throw await running();
  }
  const checkHeld = async (): Promise<void> => {
    if (!(await mutex.isHeld())) {
      throw await running();
    }
  };
  try {
    return await withPinned(context, async (pinned) => {
      checkDestination(pinned, plan);
      return pushHeld(pinned, kind, plan, options, checkHeld);
    });
  } finally {
    // A verdict is not lost over a file that cannot be removed: it is taken over when this process has ended.
    await mutex.release().catch((error: unknown) => context.logger.warn(messageOf(error)));
  }
}

async function pushHeld(
  context: SyncContext,
  kind: PolicyKind,
  plan: PushPlan,
  options: PushOptions,
  checkHeld: () => Promise<void>,
): Promise<PushOutcome> {
  const { signal } = options;
  const onStep = (step: PushStep): void => {
    try {
      options.onStep?.(step);
    } catch (error) {
      context.logger.error(error instanceof Error ? error : String(error));
    }
  };
  onStep('saving-snapshot');
  // Whatever may wait comes before live is read: what is changed meanwhile would not be seen.
  await checkCollections(context, kind, plan, signal);
  const account = await context.account();
  const next = withoutSecrets(plan.next, plan.body);
  const text = writeJson(next);
  await checkLoss(context, kind, plan);
  await checkEarlier(context, plan, options.confirmed ?? {});
  const base = plan.overrides ? plan.overrides.base : plan.liveHash;
  if ((await context.bases.hash(kind)) !== base) {
    throw new ExpectedError(
      'base-moved',
      `The base of ${kind.name} changed after the plan was created. Nothing was sent.`,
      {
        advice: 'Plan again.',
      },
    );
  }
  await context.bases.check();
  const [snapshot, document] = await Promise.all([context.store.put(plan.liveText), context.store.put(text)]);
  throwIfCanceled(signal);
  const openedAt = context.clock.now();
  const entry = await openEntry(context, plan, {
    account,
    document,
    openedAt,
    confirmed: Object.keys(options.confirmed ?? {}),
  });
  try {
    let ready: ReadyToSend;
    try {
      ready = await makeReady(context, kind, { plan, entry, snapshot, checkHeld, onStep, signal });
    } catch (error) {
      await forgetUnsent(context, entry);
      throw error;
    }
    // From here to the write nothing is awaited.
    onStep('sending');
    const end = await sendAndReadBack(context, kind, plan, { ...plan, next }, ready.replace, entry, onStep);
    onStep('settled');
    return { ...end, pushId: entry.id, openedAt, snapshot: ready.snapshot };
  } finally {
    await entry.close().catch((error: unknown) => context.logger.warn(messageOf(error)));
  }
}

interface ReadyToSend extends Pick<LiveToReplace, 'replace'> {
  /** Hash of the stored live document that the push replaces. */
  readonly snapshot: string;
}

interface Preparation {
  readonly plan: PushPlan;
  readonly entry: JournalEntry;
  /** Hash of the stored live document of the plan. */
  readonly snapshot: string;
  /** Throws when another process took over the push. */
  readonly checkHeld: () => Promise<void>;
  readonly onStep: (step: PushStep) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Makes the journal durable, and only then reads live and compares it with the plan: when this returns, the write
 * may leave. Throws DriftError when live is not what the plan starts from.
 */
async function makeReady(
  context: SyncContext,
  kind: PolicyKind,
  { plan, entry, checkHeld, onStep, signal, ...stored }: Preparation,
): Promise<ReadyToSend> {
  let text = plan.liveText;
  let { snapshot } = stored;
  await entry.append({ event: 'snapshot', at: timeOf(context), object: snapshot });
  await entry.append({ event: 'sending', at: timeOf(context) }, true);
  for (let readings = 1; ; readings++) {
    // The computer may have slept for so long that another process took over.
    await checkHeld();
    onStep('reading-live');
    const { live, replace, answeredAt } = await context.known.readToReplace(kind, signal);
    if (live.hash !== plan.liveHash) {
      throw new DriftError(plan, diffPolicies(kind, plan.live, live.document).steps, live.text);
    }
    throwIfCanceled(signal);
    const isOld = Math.abs(Date.now() - answeredAt) > staleMs;
    if (!isOld && (live.text === text || readings === MAX_READINGS)) {
      return { replace, snapshot };
    }
    if (live.text !== text) {
      // It says the same in other words. To write them down is to wait, so it is read once more.
      text = live.text;
      snapshot = await context.store.put(text);
      await entry.append({ event: 'snapshot', at: timeOf(context), object: snapshot }, true);
    }
  }
}

/** No PUT without a plan of exactly these bytes: a plan that does not fit itself is a bug, not an accident. */
function checkPlan(context: SyncContext, plan: PushPlan): PolicyKind {
  const kind = policyKind(plan.ref.policy);
  if (!kind || plan.ref.console !== context.console) {
    throw new Error(`the plan is for ${plan.ref.console}/${plan.ref.policy}, not for ${context.console}`);
  }
  if (context.plans.has(plan)) {
    return kind;
  }
  const sent = plan.body === '{}' ? undefined : (parseJson(plan.body) as JsonObject);
  const fits = sent ? canonicalHash(kind, sent) === plan.nextHash : isWithoutRules(kind, plan.next);
  if (
    !fits ||
    hashOfText(plan.body) !== plan.bodyHash ||
    canonicalHash(kind, plan.next) !== plan.nextHash ||
    isWithoutRules(kind, plan.next) !== plan.emptiesPolicy
  ) {
    throw new Error('the plan does not describe the bytes it would send');
  }
  return kind;
}

/** A plan that was not made here must name every loss: what it names is what was confirmed. */
async function checkLoss(context: SyncContext, kind: PolicyKind, plan: PushPlan): Promise<void> {
  if (context.plans.has(plan)) {
    return;
  }
  const hash = await context.bases.hash(kind);
  const isOwn = hash !== undefined && (await context.bases.isOwn(kind, hash));
  const { steps } = diffPolicies(kind, plan.live, plan.next);
  const named = new Set((plan.overrides?.lost ?? plan.unpulled ?? []).map(({ name }) => name));
  const push = { now: plan.live, next: plan.next, steps };
  const lost = plan.overrides
    ? await overriddenChanges(context.bases, kind, push)
    : isOwn
      ? []
      : await unpulledChanges(context.bases, kind, push);
  if (lost.some(({ name }) => !named.has(name))) {
    throw new Error('the plan does not name everything that would be lost');
  }
}

/**
 * What cannot be undone by looking twice is named first; asking is up to the caller, insisting is not. Which share of the
 * rules is unusual is a setting of whoever asks: here a rule that came with the console has to be named, and no other.
 */
function checkConfirmation(context: SyncContext, plan: PushPlan, confirmed: PushConfirmation): void {
  const need = pushNeeds(plan, context.isProtected(), 1).find((one) => !isConfirmed(one, confirmed));
  if (need) {
    throw needRefusal(plan, need);
  }
}

/** A push that became open after the plan was made was not confirmed. */
async function checkEarlier(
  context: SyncContext,
  plan: PushPlan,
  confirmed: PushConfirmation,
): Promise<void> {
  const earlier = earlierPushes(
    await context.journal.records(),
    plan.ref.policy,
    plan.nextHash,
    context.clock.now(),
  );
  const need = { kind: 'may-still-arrive', names: earlier.map(({ pushId }) => pushId) } as const;
  if (earlier.length > 0 && !isConfirmed(need, confirmed)) {
    throw needRefusal({ ...plan, earlier }, need);
  }
}

/** A question may stand unanswered for long: what the plan was checked against may be gone by then. */
async function checkCollections(
  { live, clock }: SyncContext,
  kind: PolicyKind,
  { next, madeAt, collectionsUnchecked, ref }: PushPlan,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isFresh = Math.abs(clock.now().getTime() - madeAt.getTime()) <= staleMs;
  if (isFresh || collectionsUnchecked !== undefined || !namesAnyCollection(kind, next)) {
    return;
  }
  const [missing] = missingCollections(kind, next, await live.collectionNames(signal));
  if (missing) {
    throw new ExpectedError(
      'unknown-collections',
      `${ref.console} no longer has the collection "${missing.collection}" of rule "${missing.rule}" and would silently drop the rule. Nothing was sent.`,
      { advice: 'Plan again.' },
    );
  }
}

async function openEntry(
  context: SyncContext,
  plan: PushPlan,
  { account, document, openedAt, confirmed }: Opening,
): Promise<JournalEntry> {
  const told = recordedFacts(plan);
  return context.journal.open(
    {
      console: context.console,
      policy: plan.ref.policy,
      ...(context.author === undefined ? {} : { author: context.author }),
      ...(account === undefined ? {} : { account }),
      ...(plan.destination === undefined ? {} : { destination: plan.destination }),
      ...(plan.restores === undefined ? {} : { restores: plan.restores }),
      ...(plan.restoring === undefined ? {} : { restoring: plan.restoring }),
      ...(plan.overrides === undefined
        ? {}
        : {
            base: plan.overrides.base ?? null,
            // Of what only may have been removed nobody knows that it was overridden.
            lost: [
              ...new Set(
                plan.overrides.lost.flatMap(({ name, change }) =>
                  change === 'perhaps-removed' ? [] : [name],
                ),
              ),
            ],
          }),
      ...(told.length === 0 ? {} : { told }),
      ...(confirmed.length === 0 ? {} : { confirmed }),
      live: plan.liveHash,
      next: plan.nextHash,
      body: plan.bodyHash,
      document,
      counts: plan.counts,
      steps: withoutValues(plan.steps),
    },
    openedAt,
  );
}

/** What stands in a journal entry beside its plan. */
interface Opening {
  readonly account: string | undefined;
  readonly document: string;
  readonly openedAt: Date;
  readonly confirmed: readonly string[];
}

/** Nothing was sent: the record goes. Where it cannot be removed it says so itself. */
async function forgetUnsent({ clock, journal, logger }: SyncContext, entry: JournalEntry): Promise<void> {
  try {
    await journal.remove(entry.id);
  } catch (error) {
    logger.warn(messageOf(error));
    const at = clock.now().toISOString();
    const reason = 'The push ended before anything was sent.';
    const unsent = { event: 'verdict', at, verdict: 'not-applied', reason } as const;
    await entry.append(unsent).catch(() => undefined);
    await entry.append({ event: 'closed', at }, true).catch(() => undefined);
  }
}
