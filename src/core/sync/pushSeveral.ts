import { asError, isCanceled, throwIfCanceled } from '../util/errors.ts';
import { asOperation } from '../util/operation.ts';
import type { PushOutcome, PushPlan, PushStep } from './outcomes.ts';
import { pushPlan } from './push.ts';
import type { PushConfirmation, PushNeed } from './pushNeeds.ts';
import type { SyncContext } from './syncContext.ts';

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
    const result = await pushOne(context, plan, confirmations.get(plan), options);
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
  confirmed: PushConfirmation | undefined,
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
