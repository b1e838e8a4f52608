import { defined, type EveryField } from '../util/defined.ts';
import { canonicalHash } from '../policy/canonical.ts';
import { policyAddress } from '../consoleFile/destination.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { readPolicySteps } from '../document/reading/readPolicy.ts';
import { inSlices, pause } from '../util/inSlices.ts';
import type { PolicyKind } from '../policy/families.ts';
import { outsideMembers } from '../order/decisionDifferences.ts';
import { OrderReader, type ListOrder } from '../order/orderReader.ts';
import { policyDecisionChanges } from '../order/policyDecisionChanges.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { sentForm, missingCollections, type MissingCollection } from '../policy/sentForm.ts';
import type { JsonObject } from '../json/json.ts';
import { ExpectedError, isExpected, throwIfCanceled } from '../util/errors.ts';
import { overriddenChanges, unpulledChanges } from './lostChanges.ts';
import type { PlanOutcome, PlanOverride, PushPlan, Restoring } from './outcomes.ts';
import type { PinnedContext, SyncContext } from './syncContext.ts';
import { readLive, sharedNamesReader, type LiveDocument, type NamesReader, withPinned } from './readLive.ts';
import { recheckPushes, isFromHere } from './recover.ts';
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

/** Warnings that have a line in a plan. */
const MAX_WARNINGS = 5;

/** Attempts of a plan, when a pull, push or checkout moves the base each time. */
const MAX_TRIES = 5;

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

/** Returns the warnings that a push adds, and the number that the live policy already has. */
async function warningsOf(
  { warn }: SyncContext,
  kind: PolicyKind,
  document: PolicyDocument,
  live: LiveDocument,
  orders: Readonly<Record<'now' | 'next', readonly ListOrder[]>> | undefined,
): Promise<Pick<PushPlan, 'warnings' | 'sharedWarnings'>> {
  const warnings = (await warn?.(document, orders?.next)) ?? [];
  if (!warn || warnings.length === 0) {
    return {};
  }
  const before = await inSlices(readPolicySteps(live.text, 'json', kind));
  const liveWarnings = (await warn(before, orders?.now)).map(({ identity }) => identity);
  // Each warning of the live policy accounts for one of the file.
  const left = Map.groupBy(liveWarnings, (identity) => identity);
  const brought = warnings.filter(({ identity }) => left.get(identity)?.pop() === undefined);
  const shared = warnings.length - brought.length;
  const first = brought.slice(0, MAX_WARNINGS).map(({ text }) => text());
  return {
    ...(first.length > 0 && { warnings: { count: brought.length, first } }),
    ...(shared > 0 && { sharedWarnings: shared }),
  };
}

/**
 * Plans a restore of a snapshot, with the same checks as a push. Throws ExpectedError `other-destination` for a
 * snapshot of another console or project.
 */
export async function planRestore(
  context: SyncContext,
  kind: PolicyKind,
  snapshot: string,
  { signal, restoring = 'restore' }: { readonly signal?: AbortSignal; readonly restoring?: Restoring } = {},
): Promise<PlanOutcome> {
  await recheckPushes(context, kind, signal);
  const text = await context.store.get(snapshot);
  if (text === undefined) {
    throw new ExpectedError('no-snapshot', `The snapshot of ${kind.name} no longer exists.`);
  }
  const records = (await context.journal.records()).filter(
    ({ policy, ...record }) =>
      policy === kind.name && (record.snapshot === snapshot || record.after === snapshot),
  );
  const [first] = records;
  if (first && !records.some((record) => isFromHere(context, record))) {
    const from = policyAddress(first.destination, kind.name);
    throw new ExpectedError(
      'other-destination',
      `The snapshot comes from ${from}, but ${context.console} is now ${context.addressOf(kind)}.`,
    );
  }
  const facts = defined({ restores: snapshot, restoring, restoresForeign: first ? undefined : true });
  return withPinned(context, (pinned) =>
    planAgainstLive(pinned, kind, { restore: { text, facts } }, { signal }),
  );
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

async function planAgainstLive(
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
  const reader = collections && new OrderReader(kind, collections.contents);
  const orders = reader && { now: reader.read(push.now), next: reader.read(push.next) };
  const outside = outsideMembers(kind, push.steps);
  const decisionChanges = orders && {
    ...policyDecisionChanges(orders.now, orders.next),
    ...(outside.length > 0 && { outside }),
  };
  const tests = await context.test?.(kind, sent.next, signal);
  const { restores, restoring, restoresForeign } = restore?.facts ?? {};
  const madeAt = context.clock.now();
  const { warnings, sharedWarnings } = file
    ? await warningsOf(context, kind, file.document, live, orders)
    : {};
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
