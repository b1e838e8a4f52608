import { asError, isCanceled } from '../util/errors.ts';
import { asOperation } from '../util/operation.ts';
import type { PushOutcome, PushPlan, PushStep } from './outcomes.ts';
import type { PushConfirmation, PushNeed } from './pushNeeds.ts';

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

/** Follows a push of several policies, and can end it. */
export interface PushFollower {
  /** Cancels between policies, and within one until its PUT begins. */
  readonly signal?: AbortSignal | undefined;
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

type Push = (plan: PushPlan, onStep: (step: PushStep) => void) => Promise<PushOutcome>;

/** Pushes plans in turn. */
export async function pushSeveral(
  plans: readonly PushPlan[],
  follower: PushFollower,
  push: Push,
): Promise<PushResults> {
  const results: PushedOne[] = [];
  for (const [at, plan] of plans.entries()) {
    if (follower.signal?.aborted) {
      return { results, remaining: plans.slice(at), canceled: true };
    }
    const result = await pushOne(plan, at, follower, push);
    await follower.ended?.(result);
    if (isCanceled(result.error)) {
      return { results, remaining: plans.slice(at), canceled: true };
    }
    results.push(result);
    const left = plans.slice(at + 1);
    if (
      result.outcome?.verdict !== 'applied' &&
      left.length > 0 &&
      !(await follower.goesOn?.(result, left))
    ) {
      return { results, remaining: left, canceled: false };
    }
  }
  return { results, remaining: [], canceled: false };
}

/**
 * Pushes one plan and never throws. Each push is an operation of its own, so its reads never use up the
 * limits of the next.
 */
async function pushOne(plan: PushPlan, at: number, follower: PushFollower, push: Push): Promise<PushedOne> {
  let wasSent = false;
  const onStep = (step: PushStep): void => {
    wasSent ||= step === 'sending';
    follower.step?.(plan, step);
  };
  try {
    await follower.sending?.(plan, at);
    return { plan, outcome: await asOperation(() => push(plan, onStep)), wasSent };
  } catch (error) {
    return { plan, error: asError(error), wasSent };
  }
}
