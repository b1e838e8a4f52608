import type { PlanOutcome, PushPlan } from '../../core/sync/outcomes.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { PastPush } from './lastPush.ts';
import type { ChosenPolicy } from './targets.ts';

/** Why there is no plan. */
export type NoPlan = Exclude<PlanOutcome, { kind: 'plan' }>;

/** The state a snapshot holds: as a policy was before a push, or as that push left it. */
interface StateOfPush {
  readonly to: 'before' | 'after';
  readonly of: PastPush;
}

/** The plans of one document. */
export interface ShownPlans {
  readonly console: ConsoleHandle;
  readonly plans: readonly PushPlan[];
}

/** The functions of the push feature that other features call. */
export interface Pushes {
  /** Reads live and plans a push of the text as it stands, saved or not. */
  plan(policy: ChosenPolicy): Promise<PlanOutcome>;
  /** The plan of the policy in the document at the cursor, while it is current. */
  shownPlan(policy: ChosenPolicy): Promise<PushPlan | undefined>;
  /**
   * The plans of the document that an argument names, or of the one in front, while they are current. Throws ExpectedError
   * `old-plan` when they are out of date, or there are none.
   */
  shownPlans(uri: unknown): Promise<ShownPlans>;
  /** Says why there is nothing to push or why a push is refused, with the way on. */
  explain(policy: ChosenPolicy, outcome: NoPlan): void;
  /**
   * Plans to push a snapshot, and shows the plan, which is pushed where it is shown: a new push forward, through the guards
   * of any push; the working copy follows.
   */
  restore(policy: ChosenPolicy, snapshot: string, state: StateOfPush): Promise<unknown>;
}
