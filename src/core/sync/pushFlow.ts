import type { PolicyKind } from '../policy/families.ts';
import { asError, isCanceled, throwIfCanceled } from '../util/errors.ts';
import { asOperation } from '../util/operation.ts';
import type { FileAfterRestore } from './followRestore.ts';
import type { PlanOutcome, PushOutcome, PushPlan, PushStep } from './outcomes.ts';
import { planSeveral, type SeveralPlans } from './planSeveral.ts';
import type { PushOptions } from './push.ts';
import { pushNeeds, type PushConfirmation, type PushNeed } from './pushNeeds.ts';
import { samePlans } from './samePlans.ts';

/** How the push of one policy ended. With an error: nothing was sent unless `wasSent`. */
export interface PushedOne {
  readonly plan: PushPlan;
  readonly outcome?: PushOutcome & { readonly file?: FileAfterRestore };
  readonly error?: Error;
  readonly wasSent: boolean;
}

/** A plan with what has to be said by name before it is sent. */
export interface PlanWithNeeds {
  readonly plan: PushPlan;
  readonly needs: readonly PushNeed[];
}

/** The confirmation of each plan, as it was shown. */
export type Confirmations = ReadonlyMap<PushPlan, PushConfirmation>;

/**
 * Whoever wants policies pushed: the editor asks a person, the command line its options. Its members are called in the
 * order of this list; what it throws before the first `sending` ends everything, and nothing was sent.
 */
export interface PushPort {
  /** Part of 1: removing more than that of a list's rules has to be confirmed by name. */
  readonly removedShare: number;
  /** The plans that a person saw: any others are not sent, and nobody is asked. Without them `confirm` shows the plans. */
  readonly shown?: readonly PushPlan[];
  /** Does the work that plans. The signal cancels it. */
  whilePlanning(work: (signal?: AbortSignal) => Promise<SeveralPlans>): PromiseLike<SeveralPlans>;
  planning?(kind: PolicyKind, at: number): Promise<void>;
  /** Whether a failure leaves out its policy only; without this all do. Otherwise it ends everything. */
  leavesOut?(error: unknown): boolean;
  /**
   * Shows the plans as they would be sent, names those that are left out and why, and has the needs of each confirmed.
   * Undefined when there is nothing to send.
   */
  confirm(
    several: SeveralPlans,
    plans: readonly PlanWithNeeds[],
  ): Confirmations | undefined | Promise<Confirmations | undefined>;
  /** Does the work that pushes. The signal is heeded between policies, and within one until its PUT begins. */
  whilePushing(
    plans: readonly PushPlan[],
    work: (signal?: AbortSignal) => Promise<Pushed>,
  ): PromiseLike<Pushed>;
  /** The plan is next. What this throws keeps it from being sent. */
  sending?(plan: PushPlan, at: number): Promise<void>;
  step?(plan: PushPlan, step: PushStep): void;
  ended?(result: PushedOne): void | Promise<void>;
  /** Whether to go on after one that is not `applied`; without this it ends there. */
  goesOn?(result: PushedOne, left: readonly PushPlan[]): Promise<boolean>;
}

export interface Pushed {
  readonly results: readonly PushedOne[];
  /** Not begun, or canceled before anything was sent, in order: what a later push goes on with. */
  readonly remaining: readonly PushPlan[];
  readonly canceled: boolean;
}

export interface PushFlowEnd extends Pushed {
  readonly several: SeveralPlans;
  /** The plans are not those that were shown any more, so nothing was sent. */
  readonly isOutOfDate: boolean;
}

interface Pushing {
  readonly console: string;
  readonly isProtected: boolean;
  plan(kind: PolicyKind, signal: AbortSignal | undefined): Promise<PlanOutcome>;
  push(plan: PushPlan, options: PushOptions): Promise<PushOutcome>;
}

/**
 * The one way of a push, of one policy or of many: plan, show, ask, have said by name what is unusual, and send one after
 * the other. What is sent is what was shown.
 */
export async function pushFlow(
  { console, isProtected, ...sync }: Pushing,
  kinds: readonly PolicyKind[],
  port: PushPort,
): Promise<PushFlowEnd> {
  const several = await port.whilePlanning((signal) => {
    const plan = async (kind: PolicyKind): Promise<PlanOutcome> => {
      throwIfCanceled(signal);
      await port.planning?.(kind, kinds.indexOf(kind));
      return sync.plan(kind, signal);
    };
    return planSeveral(console, kinds, plan, port.leavesOut?.bind(port));
  });
  const unsent = { several, results: [], remaining: several.plans, canceled: false };
  if (port.shown && !samePlans(port.shown, several.plans)) {
    return { ...unsent, isOutOfDate: true };
  }
  const plans = several.plans.map((plan) => ({
    plan,
    needs: pushNeeds(plan, isProtected, port.removedShare),
  }));
  const confirmations = await port.confirm(several, plans);
  if (!confirmations) {
    return { ...unsent, isOutOfDate: false };
  }
  const pushed = await port.whilePushing(several.plans, (signal) =>
    pushAll(several.plans, port, signal, (plan, onStep) =>
      sync.push(plan, { onStep, signal, confirmed: confirmations.get(plan) }),
    ),
  );
  return { several, ...pushed, isOutOfDate: false };
}

async function pushAll(
  plans: readonly PushPlan[],
  port: PushPort,
  signal: AbortSignal | undefined,
  push: (plan: PushPlan, onStep: (step: PushStep) => void) => Promise<PushOutcome>,
): Promise<Pushed> {
  const results: PushedOne[] = [];
  for (const [at, plan] of plans.entries()) {
    if (signal?.aborted) {
      return { results, remaining: plans.slice(at), canceled: true };
    }
    const result = await pushOne(plan, at, port, push);
    await port.ended?.(result);
    if (isCanceled(result.error)) {
      return { results, remaining: plans.slice(at), canceled: true };
    }
    results.push(result);
    const left = plans.slice(at + 1);
    if (result.outcome?.verdict !== 'applied' && left.length > 0 && !(await port.goesOn?.(result, left))) {
      return { results, remaining: left, canceled: false };
    }
  }
  return { results, remaining: [], canceled: false };
}

/** Never throws. Each is an operation: what is read for one push never stands in the way of the next. */
async function pushOne(
  plan: PushPlan,
  at: number,
  port: PushPort,
  push: (plan: PushPlan, onStep: (step: PushStep) => void) => Promise<PushOutcome>,
): Promise<PushedOne> {
  let wasSent = false;
  const onStep = (step: PushStep): void => {
    wasSent ||= step === 'sending';
    port.step?.(plan, step);
  };
  try {
    await port.sending?.(plan, at);
    return { plan, outcome: await asOperation(() => push(plan, onStep)), wasSent };
  } catch (error) {
    return { plan, error: asError(error), wasSent };
  }
}
