import { type PolicyKind, policyKind } from '../policy/families.ts';
import type { PolicyRef } from '../policy/policyFile.ts';
import { Gate } from '../util/concurrency.ts';
import { asError, isCanceled, throwIfCanceled } from '../util/errors.ts';
import { withinOperation, asOperation } from '../util/operation.ts';
import { type PlanOutcome, type PushPlan, plannedBase, type PushOutcome, type PushStep } from './outcomes.ts';
import { planPush, madePlans } from './plan.ts';
import { requestsAtOnce, sharedNamesReader } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';
import { sameDestination } from '../consoleFile/destination.ts';
import { reviewText } from './reviewText.ts';
import { canonicalHash } from '../policy/canonical.ts';
import { sentForm } from '../policy/sentForm.ts';
import { valueOf } from './workingCopy.ts';
import { pushPlan } from './push.ts';
import { pushNeeds, type PushConfirmation, type PushNeed } from './pushNeeds.ts';

/** Result of planning several policies. */
export interface SeveralPlans {
  /** Plans that can be pushed, in the requested order. */
  readonly plans: readonly PushPlan[];
  /** Policies with nothing to push. */
  readonly unchanged: readonly PolicyRef[];
  /** Policies that cannot be pushed as they are: drift, an unknown base, problems, or an error. */
  readonly refused: readonly RefusedPlan[];
}

interface PlanAllOptions {
  readonly signal?: AbortSignal | undefined;
  /** Runs before each policy is planned. */
  readonly before?: (kind: PolicyKind) => Promise<void>;
  readonly plan?: (kind: PolicyKind) => Promise<PlanOutcome>;
  readonly leavesOut?: (error: unknown) => boolean;
  /** Called after each policy. */
  readonly onProgress?: (done: number, total: number) => void;
}

export type RefusedOutcome = Exclude<PlanOutcome, { kind: 'plan' } | { kind: 'nothing-to-push' }>;

export interface RefusedPlan {
  readonly ref: PolicyRef;
  readonly outcome?: RefusedOutcome;
  readonly error?: Error;
}

/**
 * Plans several policies at the same time, as pushes of their files unless `plan` does something else. A
 * failure leaves out only its policy, unless it is a cancellation or `leavesOut` refuses this.
 */
export function planSeveral(
  context: SyncContext,
  kinds: readonly PolicyKind[],
  { signal, before, plan, leavesOut = () => true, onProgress }: PlanAllOptions = {},
): Promise<SeveralPlans> {
  const shared = { ...context, gate: new Gate(requestsAtOnce) };
  const readNames = sharedNamesReader();
  let done = 0;
  const planOne = async (kind: PolicyKind): Promise<Planned> => {
    const ref: PolicyRef = { console: context.console, policy: kind.name };
    try {
      throwIfCanceled(signal);
      await before?.(kind);
      return { ref, outcome: await (plan?.(kind) ?? planPush(shared, kind, { signal, readNames })) };
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
    const planned = await Promise.all(kinds.map(planOne));
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

/** A plan with the needs that a person confirms by name before the push. */
export interface PlanWithNeeds {
  readonly plan: PushPlan;
  readonly needs: readonly PushNeed[];
}

/**
 * Returns the plans with the needs that a person has to confirm by name. Removing more than `removedShare` of
 * the rules of a list, at most 1, is such a need.
 */
export function withNeeds(
  { isProtected }: SyncContext,
  plans: readonly PushPlan[],
  removedShare: number,
): readonly PlanWithNeeds[] {
  return plans.map((plan) => ({ plan, needs: pushNeeds(plan, isProtected(), removedShare) }));
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
