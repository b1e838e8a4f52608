import type { PolicyKind } from '../policy/families.ts';
import { asError, isCanceled, throwIfCanceled } from '../util/errors.ts';
import { asOperation } from '../util/operation.ts';
import type { PlanOutcome, PushOutcome, PushPlan, PushStep } from './outcomes.ts';
import { planSeveral, type SeveralPlans } from './planSeveral.ts';
import type { PushOptions } from './push.ts';
import { pushNeeds, type PushConfirmation, type PushNeed } from './pushNeeds.ts';
import { samePlans } from './samePlans.ts';

/** Result of the push of one policy. With an error, nothing was sent unless `wasSent` is true. */
export interface PushedOne {
  readonly plan: PushPlan;
  readonly outcome?: PushOutcome;
  readonly error?: Error;
  readonly wasSent: boolean;
}

/** A plan with the needs that a person confirms by name before the push. */
export interface PlanWithNeeds {
  readonly plan: PushPlan;
  readonly needs: readonly PushNeed[];
}

/** The confirmation of each plan, as it was shown. */
export type Confirmations = ReadonlyMap<PushPlan, PushConfirmation>;

/**
 * The user side of a push: the editor asks a person, the command line reads options. Its methods are called
 * in the order of this list. An error before the first `sending` ends the whole push, and nothing was sent.
 */
export interface PushPort {
  /** Share of a list's rules, at most 1; removing more needs a confirmation by name. */
  readonly removedShare: number;
  /**
   * The plans that a person saw; different plans stop the push without a question. Without this field
   * `confirm` shows the plans.
   */
  readonly shown?: readonly PushPlan[];
  /** Runs the planning `work`; the signal cancels it. */
  whilePlanning(work: (signal?: AbortSignal) => Promise<SeveralPlans>): PromiseLike<SeveralPlans>;
  planning?(kind: PolicyKind, at: number): Promise<void>;
  /**
   * Returns true when a failure leaves out only its policy; otherwise it ends everything. Without this method
   * every failure leaves out only its policy.
   */
  leavesOut?(error: unknown): boolean;
  /**
   * Shows the plans and the reasons for left-out policies, and asks to confirm the needs of each plan.
   * Returns undefined when nothing is to be sent.
   */
  confirm(
    several: SeveralPlans,
    plans: readonly PlanWithNeeds[],
  ): Confirmations | undefined | Promise<Confirmations | undefined>;
  /** Runs the pushing `work`. The signal cancels between policies, and within one until its PUT begins. */
  whilePushing(
    plans: readonly PushPlan[],
    work: (signal?: AbortSignal) => Promise<PushResults>,
  ): PromiseLike<PushResults>;
  /** Runs before each plan is sent; an error keeps the plan from being sent. */
  sending?(plan: PushPlan, at: number): Promise<void>;
  step?(plan: PushPlan, step: PushStep): void;
  ended?(result: PushedOne): void | Promise<void>;
  /** Asks to continue after a result other than `applied`; without this method the push ends there. */
  goesOn?(result: PushedOne, left: readonly PushPlan[]): Promise<boolean>;
}

export interface PushResults {
  readonly results: readonly PushedOne[];
  /**
   * Plans that did not begin, or were canceled before anything was sent, in order. A later push continues
   * with them.
   */
  readonly remaining: readonly PushPlan[];
  readonly canceled: boolean;
}

export interface PushFlowEnd extends PushResults {
  readonly several: SeveralPlans;
  /** True when the plans differ from the shown ones, so nothing was sent. */
  readonly isOutOfDate: boolean;
}

interface Pushing {
  readonly console: string;
  readonly isProtected: boolean;
  plan(kind: PolicyKind, signal: AbortSignal | undefined): Promise<PlanOutcome>;
  push(plan: PushPlan, options: PushOptions): Promise<PushOutcome>;
}

/**
 * The only way to push one or many policies: plan, show, ask, confirm needs by name, and send in turn. It
 * sends exactly the shown plans.
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
): Promise<PushResults> {
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

/**
 * Pushes one plan and never throws. Each push is an operation of its own, so its reads never use up the
 * limits of the next.
 */
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
