import { defined, type EveryField } from '../util/defined.ts';
import { canonicalHash } from '../policy/canonical.ts';
import { sameDestination } from '../consoleFile/destination.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { pause } from '../util/inSlices.ts';
import { policyKind, type PolicyKind } from '../policy/families.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { sentForm, missingCollections, type MissingCollection } from '../policy/sentForm.ts';
import type { JsonObject } from '../json/json.ts';
import { Gate } from '../util/concurrency.ts';
import { asError, ExpectedError, isCanceled, isExpected, throwIfCanceled } from '../util/errors.ts';
import { withinOperation } from '../util/operation.ts';
import { overriddenChanges, unpulledChanges } from './lostChanges.ts';
import {
  plannedBase,
  type PlanOutcome,
  type PlanOverride,
  type PushPlan,
  type RefusedOutcome,
} from './outcomes.ts';
import type { PinnedContext, SyncContext } from './syncContext.ts';
import { readLive, requestsAtOnce, sharedNamesReader, type NamesReader, withPinned } from './readLive.ts';
import { recheckPushes } from './recover.ts';
import { reviewFacts } from './reviewFacts.ts';
import { reviewText } from './reviewText.ts';
import { whileGitRests } from './store/durableFile.ts';
import { earlierPushes } from './journalEvent.ts';
import { hashOfText } from './store/objectStore.ts';
import { judged, notPulled, valueOf } from './workingCopy.ts';

interface PlanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Plans over drift or an unknown base; the plan then names every lost change. */
  readonly overridesDrift?: boolean;
  /** Reader of collection names that several plans share. */
  readonly readNames?: NamesReader;
}

/**
 * All plans of this process, which are frozen. `bases` belongs to the sync that made the plan. `text` is the
 * text of the planned file; a restore has none.
 */
export const madePlans = new WeakMap<
  PushPlan,
  { readonly bases: SyncContext['bases']; readonly text: string | undefined }
>();

/** Attempts of a plan, when a pull, push or checkout moves the base each time. */
const MAX_TRIES = 5;

/** Result of planning several policies. */
export interface SeveralPlans {
  /** Plans that can be pushed, in the requested order. */
  readonly plans: readonly PushPlan[];
  /** Policies with nothing to push. */
  readonly unchanged: readonly PolicyRef[];
  /** Policies that cannot be pushed as they are: drift, an unknown base, problems, or an error. */
  readonly refused: readonly RefusedPlan[];
}

export interface RefusedPlan {
  readonly ref: PolicyRef;
  readonly outcome?: RefusedOutcome;
  readonly error?: Error;
}

interface SeveralPlansOptions {
  readonly signal?: AbortSignal | undefined;
  /** Plans one policy; a push of its file by default. */
  readonly planOne?: typeof planPush;
  readonly leavesOut?: (error: unknown) => boolean;
  /** Called after each policy. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Plans several policies at the same time. A failure leaves out only its policy, unless it is a cancellation
 * or `leavesOut` refuses this.
 */
export function planSeveral(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  { signal, planOne = planPush, leavesOut = () => true, onProgress }: SeveralPlansOptions = {},
): Promise<SeveralPlans> {
  const shared = { ...context, gate: new Gate(requestsAtOnce) };
  const readNames = sharedNamesReader();
  let done = 0;
  const plan = async (kind: PolicyKind): Promise<Planned> => {
    const ref: PolicyRef = { console: context.console, policy: kind.name };
    try {
      throwIfCanceled(signal);
      return { ref, outcome: await planOne(shared, kind, { signal, readNames }) };
    } catch (error) {
      if (isCanceled(error) || !leavesOut(error)) {
        throw error;
      }
      return { ref, error: asError(error) };
    } finally {
      onProgress?.(++done, kinds.length);
    }
  };
  return withinOperation(async () => {
    const planned = await Promise.all(kinds.map(plan));
    return {
      plans: planned.flatMap(({ outcome }) => (outcome?.kind === 'plan' ? [outcome.plan] : [])),
      unchanged: planned.flatMap(({ ref, outcome }) => (outcome?.kind === 'nothing-to-push' ? [ref] : [])),
      refused: planned.filter(isRefused),
    };
  });
}

interface Planned extends Pick<RefusedPlan, 'ref' | 'error'> {
  readonly outcome?: PlanOutcome;
}

function isRefused(planned: Planned): planned is RefusedPlan {
  return planned.outcome?.kind !== 'plan' && planned.outcome?.kind !== 'nothing-to-push';
}

/**
 * Validates the policy file, reads the live policy, compares it with the base and checks the collections. Sends
 * nothing. Throws ExpectedError `not-pulled` without a policy file.
 */
export async function planPush(
  context: SyncContext,
  kind: PolicyKind,
  options: PlanOptions = {},
): Promise<PlanOutcome> {
  await recheckPushes(context, kind, options.signal);
  for (let tries = 1; ; tries++) {
    try {
      return await planFile(context, kind, options);
    } catch (error) {
      if (!(isExpected(error) && error.code === 'base-moved') || tries === MAX_TRIES) {
        throw error;
      }
    }
  }
}

async function planFile(context: SyncContext, kind: PolicyKind, options: PlanOptions): Promise<PlanOutcome> {
  // A pull writes the file before it moves the base, so the reader has to begin with the base. Git writes
  // both in any order.
  const { base, copy = notPulled(kind) } = await whileGitRests(context.store.folder, async () => ({
    base: await context.bases.hash(kind),
    copy: await context.copies.read(kind),
  }));
  const working = await judged(kind, copy);
  const refusals = working.hash === undefined ? undefined : await context.validate?.(copy, kind);
  const problems = [...working.problems, ...(refusals ?? [])];
  if (working.hash === undefined || problems.length > 0) {
    return { kind: 'invalid', problems: [...new Set(problems)] };
  }
  const file = { document: copy, hash: working.hash, base };
  return withPinned(context, (pinned) => planAgainstLive(pinned, kind, { file }, options));
}

/** The planned policy: the policy file with its base, or a snapshot to restore. */
interface Source {
  readonly file?: {
    readonly document: PolicyDocument;
    readonly hash: string;
    /** The hash of the base before the file was read. */
    readonly base: string | undefined;
  };
  readonly restore?: {
    readonly text: string;
    readonly facts: Pick<PushPlan, 'restores' | 'restoring' | 'restoresForeign'>;
  };
}

export async function planAgainstLive(
  context: PinnedContext,
  kind: PolicyKind,
  { file, restore }: Source,
  { signal, overridesDrift = false, readNames = sharedNamesReader() }: PlanOptions,
): Promise<PlanOutcome> {
  // A file without edits probably needs no collections.
  if (!file || file.hash !== file.base) {
    // The collections load while the policy is read. Their errors are reported at the place of use.
    readNames(context.live, signal).catch(() => undefined);
    context.collections?.().catch(() => undefined);
  }
  const live = await context.known.read(context, kind, signal);
  const planned = file
    ? // The live policy shares most rules, so their parsed objects are used again.
      await valueOf(kind, file.document, live.document)
    : (await readLive(kind, restore?.text ?? '')).document;
  if (!planned) {
    throw new Error(`${kind.name} has a hash, but no value`);
  }
  await pause();
  const sent = sentForm(kind, live.document, planned);
  const nextHash = canonicalHash(kind, sent.next);
  await pause();
  if (nextHash === live.hash) {
    return { kind: 'nothing-to-push' };
  }
  const push = { now: live.document, next: sent.next, steps: sent.steps };
  const base = await context.bases.hash(kind);
  if (file && file.base !== base) {
    // The file may be based on the old base, so a plan against the new base would undo changes.
    throw new ExpectedError('base-moved', `The base of ${kind.name} changed while the plan was created.`, {
      advice: 'Plan again.',
    });
  }
  const isOwn = base !== undefined && (await context.bases.isOwn(kind, base));
  let overrides: PlanOverride | undefined;
  if (base !== live.hash) {
    if (overridesDrift) {
      overrides = { base, lost: await overriddenChanges(context.bases, kind, push) };
    } else if (base === undefined) {
      const { takenFrom } = await context.bases.line(kind);
      return defined({ kind: 'no-base', takenFrom });
    } else {
      const document = await context.bases.document(kind);
      const changes = document && diffPolicies(kind, document, live.document).steps;
      return { kind: 'drift', changes };
    }
  }
  const [{ missing, unchecked }, collections] = await Promise.all([
    checkedCollections(context, kind, sent.next, () => readNames(context.live, signal)),
    context.collections?.(),
  ]);
  if (missing.length > 0) {
    return { kind: 'unknown-collections', missing };
  }
  const earlier = earlierPushes(await context.journal.records(), kind.name, nextHash, context.clock.now());
  const unpulled = overrides || isOwn ? undefined : await unpulledChanges(context.bases, kind, push);
  throwIfCanceled(signal);
  const tests = await context.test?.(kind, sent.next, signal);
  const { restores, restoring, restoresForeign } = restore?.facts ?? {};
  const madeAt = context.clock.now();
  const { decisionChanges, warnings, sharedWarnings } = await reviewFacts(context, kind, {
    ...push,
    planned: file?.document ?? restore?.text ?? '',
    liveText: live.text,
    collections: collections?.contents,
  });
  const plan: PushPlan = defined({
    ref: { console: context.console, policy: kind.name },
    destination: context.live.destination,
    steps: sent.steps,
    counts: sent.counts,
    body: sent.body,
    bodyHash: hashOfText(sent.body),
    liveHash: live.hash,
    liveText: live.text,
    live: live.document,
    next: sent.next,
    nextHash,
    madeAt,
    emptiesPolicy: sent.emptiesPolicy,
    restores,
    restoring,
    restoresForeign,
    unpulled,
    overrides,
    earlier: earlier.length > 0 ? earlier : undefined,
    warnings,
    sharedWarnings,
    tests,
    collectionsUnchecked: unchecked,
    decisionChanges,
    collectionsNote: collections?.note,
  } satisfies EveryField<PushPlan>);
  madePlans.set(Object.freeze(plan), { bases: context.bases, text: file?.document.text });
  return { kind: 'plan', plan };
}

/** Errors that a retry does not fix: collections may need other rights or credentials than policies. */
const noAccess: ReadonlySet<string> = new Set([
  'unauthorized',
  'forbidden',
  'not-found',
  'not-json',
  'redirected',
]);

/**
 * Returns the uses of collections that the console lacks, or the reason why the collections are not readable.
 * Throws errors that a retry may fix.
 */
async function checkedCollections(
  { console, logger }: SyncContext,
  kind: PolicyKind,
  next: JsonObject,
  readNames: () => Promise<ReadonlySet<string>>,
): Promise<{ readonly missing: readonly MissingCollection[]; readonly unchecked?: string }> {
  try {
    return { missing: await missingCollections(kind, next, readNames) };
  } catch (error) {
    if (!isExpected(error) || !noAccess.has(error.code)) {
      throw error;
    }
    logger.warn(`could not read the collections of ${console}: ${error.message}`);
    return { missing: [], unchecked: error.message };
  }
}

/**
 * Returns true when agreeing to these plans means agreeing to the others: same bytes, same place, same
 * reasons.
 */
export function samePlans(some: readonly PushPlan[], others: readonly PushPlan[]): boolean {
  return (
    some.length === others.length &&
    some.every((plan, at) => {
      const other = others[at];
      return (
        other !== undefined &&
        sameDestination(plan.destination, other.destination) &&
        agreedOf(plan) === agreedOf(other)
      );
    })
  );
}

/** All parts of a plan that a person agrees to; its creation time is not one of them. */
function agreedOf(plan: PushPlan): string {
  const { ref, bodyHash, liveHash, nextHash, restores, overrides, unpulled, earlier, tests } = plan;
  return JSON.stringify([
    [ref.console, ref.policy],
    [bodyHash, liveHash, nextHash, restores ?? null, plan.restoresForeign ?? false, plan.emptiesPolicy],
    [overrides ?? null, unpulled ?? null, earlier ?? null, tests ?? null],
    reviewText(plan).lines,
  ]);
}

/**
 * Reason why a plan is outdated: changed `file`, changed `live` policy, moved `base`, or another
 * `destination` of the console.
 */
export type StaleReason = 'file' | 'live' | 'base' | 'destination';

/** Returns the reason why a plan is outdated; undefined for a current plan. Makes no request. */
export async function staleReason(context: SyncContext, plan: PushPlan): Promise<StaleReason | undefined> {
  const kind = policyKind(plan.ref.policy);
  const made = madePlans.get(plan);
  if (made?.bases !== context.bases) {
    return 'destination';
  }
  const live = context.known.answer(kind.name)?.hash ?? plan.liveHash;
  const base = await context.bases.hash(kind);
  if (base !== plannedBase(plan)) {
    return 'base';
  }
  if (live !== plan.liveHash) {
    return 'live';
  }
  // A restore does not come from the file.
  const copy = made.text === undefined ? undefined : await context.copies.read(kind);
  if (copy?.text === made.text) {
    return undefined;
  }
  const value = copy && (await valueOf(kind, copy, plan.next));
  const next = value && sentForm(kind, plan.live, value).next;
  return next && canonicalHash(kind, next) === plan.nextHash ? undefined : 'file';
}
