import { canonicalHash } from '../model/canonical.ts';
import { policyKind, type PolicyKind, type PolicyName } from '../model/families.ts';
import type { JsonObject } from '../model/json.ts';
import { parseJson } from '../model/jsonText.ts';
import type { PlanStep } from '../model/planStep.ts';
import { diffPolicies } from '../model/ruleDiff.ts';
import { isWithoutRules } from '../model/sentForm.ts';
import { ExpectedError, isExpected, messageOf, throwIfCancelled } from '../util/errors.ts';
import type { BaseMove } from './bases.ts';
import { lostChanges } from './lostChanges.ts';
import { isMadeFrom } from './madeFrom.ts';
import type { PushOutcome, PushPlan, PushStep, Verdict } from './outcomes.ts';
import { isMet, pushNeeds, type PushConfirmation } from './pushNeeds.ts';
import type { LiveDocument } from './readLive.ts';
import { settle, type Settled } from './settle.ts';
import type { JournalEntry } from './store/journal.ts';
import { withoutValues } from './store/journalEvent.ts';
import { hashOfText } from './store/objectStore.ts';
import type { SyncContext } from './syncContext.ts';

export interface PushOptions {
  /** Heeded until the PUT begins; from then on the push is followed to its verdict. */
  readonly signal?: AbortSignal;
  readonly onStep?: (step: PushStep) => void;
  /** What was typed or named before the push, where it needs that. */
  readonly confirmed?: PushConfirmation;
}

/** Live is read once more when this has passed since: the computer slept, or the disk is slow. */
const staleMs = 5000;

/** Code `drift`: live is not what the plan starts from any more. Nothing was sent. */
export class DriftError extends ExpectedError {
  override readonly name = 'DriftError';
  /** From the live document of the plan to live now. */
  readonly changes: readonly PlanStep[];
  readonly liveText: string;

  constructor(plan: PushPlan, changes: readonly PlanStep[], liveText: string) {
    super(
      'drift',
      `${plan.ref.policy} was changed on ${plan.ref.console} after the plan was made. Nothing was sent.`,
      {
        advice: 'Look at what changed and plan again.',
      },
    );
    this.changes = changes;
    this.liveText = liveText;
  }
}

/**
 * Carries out a plan: read live again, snapshot, PUT once, read back, verdict, base. Whatever goes wrong before the PUT is
 * thrown and nothing was sent; whatever happens from the PUT on ends in a verdict.
 */
export async function pushPlan(
  context: SyncContext,
  plan: PushPlan,
  options: PushOptions,
): Promise<PushOutcome> {
  const kind = checkPlan(context, plan);
  checkConfirmation(context, plan, options.confirmed ?? {});
  const mutex = await context.mutexes.tryTake(pushMutex(plan.ref.console, plan.ref.policy));
  if (!mutex) {
    throw new ExpectedError('push-running', `${plan.ref.policy} is being pushed already.`, {
      advice: 'Wait for its end.',
    });
  }
  try {
    const hold = await context.live.hold?.();
    try {
      return await pushHeld(context, kind, plan, options);
    } finally {
      hold?.dispose();
    }
  } finally {
    // A verdict is not lost over a file that cannot be removed: it is taken over when this process has ended.
    await mutex.release().catch((error: unknown) => context.logger.warn(messageOf(error)));
  }
}

/** Throws DriftError when live is not what the plan starts from. */
async function readUnchanged(
  context: SyncContext,
  kind: PolicyKind,
  plan: PushPlan,
  signal: AbortSignal | undefined,
): Promise<LiveDocument> {
  const live = await context.known.read(kind, signal);
  if (live.hash !== plan.liveHash) {
    throw new DriftError(plan, diffPolicies(kind, plan.live, live.document).steps, live.text);
  }
  return live;
}

/** Held by whoever pushes the policy, or settles a push of it. */
export function pushMutex(console: string, policy: PolicyName): string {
  return `push-${console}-${policy}`;
}

async function pushHeld(
  context: SyncContext,
  kind: PolicyKind,
  plan: PushPlan,
  options: PushOptions,
): Promise<PushOutcome> {
  const { signal } = options;
  const onStep = (step: PushStep): void => {
    try {
      options.onStep?.(step);
    } catch (error) {
      context.logger.error(error instanceof Error ? error : String(error));
    }
  };
  onStep('reading-live');
  const readAt = Date.now();
  const live = await readUnchanged(context, kind, plan, signal);
  const base = plan.overrides ? plan.overrides.base : plan.liveHash;
  await checkLoss(context, kind, plan);
  if ((await context.bases.hash(kind)) !== base) {
    throw new ExpectedError(
      'base-moved',
      `The base of ${kind.name} was moved after the plan was made. Nothing was sent.`,
      {
        advice: 'Plan again.',
      },
    );
  }
  onStep('saving-snapshot');
  await context.bases.check();
  const snapshot = await context.store.put(live.text, live.document);
  if (Math.abs(Date.now() - readAt) > staleMs) {
    await readUnchanged(context, kind, plan, signal);
  }
  throwIfCancelled(signal);
  const entry = await openEntry(context, plan);
  try {
    await entry.append({ event: 'snapshot', at: now(context), object: snapshot });
    await entry.append({ event: 'sending', at: now(context) }, true);
    onStep('sending');
    const failure = await send(context, kind, plan, entry);
    onStep('reading-back');
    const settled = await readBack(context, kind, plan, entry, failure);
    onStep('settled');
    return { ...settled, pushId: entry.id, snapshot };
  } finally {
    await entry.close().catch((error: unknown) => context.logger.warn(messageOf(error)));
  }
}

function now(context: SyncContext): string {
  return context.clock.now().toISOString();
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
  if (!plan.overrides || context.plans.has(plan)) {
    return;
  }
  const base = await context.bases.document(kind);
  const { steps } = diffPolicies(kind, plan.live, plan.next);
  const named = new Set(plan.overrides.lost.map(({ name }) => name));
  if (lostChanges(kind, base, plan.live, steps).some(({ name }) => !named.has(name))) {
    throw new Error('the plan does not name everything that would be lost');
  }
}

/** What cannot be undone by looking twice is named first; asking is up to the caller, insisting is not. */
function checkConfirmation(context: SyncContext, plan: PushPlan, confirmed: PushConfirmation): void {
  const need = pushNeeds(plan, context.protected, 1).find((one) => !isMet(one, confirmed));
  if (!need) {
    return;
  }
  const { ref, overrides } = plan;
  switch (need.kind) {
    case 'protected':
      throw new ExpectedError('protected', `${ref.console} is protected. Nothing was sent.`, {
        advice: 'Confirm the push with the name of the console.',
      });
    case 'empties-policy':
      throw new ExpectedError(
        'empties-policy',
        `The push would delete every rule of ${ref.policy}. Nothing was sent.`,
        { advice: 'Confirm it with the name of the policy.' },
      );
    case 'override':
    case 'many-removed':
    default: {
      const unnamed = overrides?.lost.filter(({ name }) => !confirmed.lost?.includes(name)) ?? [];
      throw new ExpectedError(
        'loss-not-confirmed',
        `The push of ${ref.policy} would undo changes that were not named: ${unnamed.map(({ name }) => name).join(', ')}. Nothing was sent.`,
        { advice: 'Merge, or name each of them.' },
      );
    }
  }
}

async function openEntry(context: SyncContext, plan: PushPlan): Promise<JournalEntry> {
  return context.journal.open(
    {
      console: context.console,
      policy: plan.ref.policy,
      ...(context.author === undefined ? {} : { author: context.author }),
      ...(plan.restores === undefined ? {} : { restores: plan.restores }),
      ...(plan.overrides === undefined
        ? {}
        : {
            base: plan.overrides.base ?? null,
            lost: plan.overrides.lost.map(({ name }) => name),
          }),
      live: plan.liveHash,
      next: plan.nextHash,
      body: plan.bodyHash,
      counts: plan.counts,
      steps: withoutValues(plan.steps),
    },
    context.clock.now(),
  );
}

/** The one PUT. Returns what went wrong with it; that says nothing about whether it was applied. */
async function send(
  context: SyncContext,
  kind: PolicyKind,
  plan: PushPlan,
  entry: JournalEntry,
): Promise<string | undefined> {
  try {
    await context.live.replace(kind, plan.body);
  } catch (error) {
    const message = messageOf(error);
    const code = isExpected(error) ? error.code : 'error';
    context.logger.warn(`push ${entry.id}: the console did not confirm the change: ${message}`);
    await note(context, entry, () =>
      entry.append({ event: 'answered', at: now(context), error: { code, message } }),
    );
    return message;
  }
  await note(context, entry, () => entry.append({ event: 'answered', at: now(context) }));
  return undefined;
}

async function readBack(
  context: SyncContext,
  kind: PolicyKind,
  plan: PushPlan,
  entry: JournalEntry,
  failure: string | undefined,
): Promise<Settled> {
  let live: LiveDocument;
  try {
    live = await context.known.read(kind, undefined, asSent(plan));
  } catch (error) {
    const reason = `Whether the change was applied is not known: ${messageOf(error)}`;
    await note(context, entry, () => recordVerdict(context, entry, 'unknown', reason));
    return { verdict: 'unknown', reason };
  }
  const settled = settle(kind, plan, live, failure);
  const expected = plan.overrides ? plan.overrides.base : plan.liveHash;
  const text = context.plans.get(plan);
  let isMoved = true;
  const kept = await note(context, entry, async () => {
    const from = {
      expected,
      isMadeFrom: () => isMadeFrom(context, kind, plan.live, live, text),
    };
    isMoved = await conclude(context, kind, entry, live, settled, from);
  });
  if (settled.verdict !== 'applied' || settled.reason !== undefined) {
    return settled;
  }
  // After a restore the file is not expected to say what was pushed: it follows.
  const leftBehind = !isMoved && plan.restores === undefined;
  const reason =
    kept !== undefined
      ? `The change was applied, but not everything could be recorded: ${kept}`
      : leftBehind
        ? 'The change was applied, but meanwhile the file was replaced by one without it: pull or merge.'
        : undefined;
  return reason === undefined ? settled : { ...settled, reason };
}

/** What a console that adds nothing answers; `{}` is answered by one that deletes nothing. */
function asSent({ body, next, nextHash }: PushPlan): LiveDocument | undefined {
  return body === '{}' ? undefined : { text: body, document: next, hash: nextHash };
}

/**
 * Records a verdict with what it was taken from, and moves the base when it is `applied`. False when the base is not where
 * the push began any more, or the file does not say what was pushed: then it is left where it is.
 */
export async function conclude(
  context: SyncContext,
  kind: PolicyKind,
  entry: JournalEntry,
  live: LiveDocument,
  { verdict, reason }: Settled,
  from: Pick<BaseMove, 'expected' | 'isMadeFrom'>,
): Promise<boolean> {
  const object = await context.store.put(live.text, live.document);
  await entry.append({ event: 'read-back', at: now(context), live: live.hash, object });
  await recordVerdict(context, entry, verdict, reason);
  const isMoved =
    verdict === 'applied' &&
    (await context.bases.move(kind, live, {
      at: context.clock.now(),
      consoleVersion: await context.version(),
      object,
      ...from,
    }));
  if (isMoved) {
    await entry.append({ event: 'base-moved', at: now(context), base: live.hash });
  }
  await entry.append({ event: 'closed', at: now(context) });
  return isMoved;
}

async function recordVerdict(
  context: SyncContext,
  entry: JournalEntry,
  verdict: Verdict,
  reason: string | undefined,
): Promise<void> {
  await entry.append(
    { event: 'verdict', at: now(context), verdict, ...(reason === undefined ? {} : { reason }) },
    true,
  );
}

/** After the PUT a full disk must not hide the verdict: what could not be recorded is logged and returned. */
async function note(
  context: SyncContext,
  entry: JournalEntry,
  work: () => Promise<void>,
): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    context.logger.error(error instanceof Error ? error : String(error));
    return `${messageOf(error)} (push ${entry.id})`;
  }
}
