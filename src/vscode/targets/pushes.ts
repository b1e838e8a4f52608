import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { ConsoleHandle, ChosenPolicy } from '../workspace/consoleHandle.ts';
import type { PastPush } from './lastPush.ts';

/** The plans of one document. */
export interface ShownPlans {
  readonly console: ConsoleHandle;
  readonly plans: readonly PushPlan[];
}

/** The functions of the push feature that other features call. */
export interface Pushes {
  /**
   * Reads the live policy and plans a push of the current text, saved or not. Undefined without a plan: then a message has shown the
   * reason and the next step.
   */
  plan(policy: ChosenPolicy): Promise<PushPlan | undefined>;
  /**
   * The plans of the document that an argument names, or of the document in front. Throws ExpectedError `old-plan` for plans
   * that are missing or out of date.
   */
  shownPlans(uri: unknown): Promise<ShownPlans>;
  /**
   * Plans a push of a snapshot, the live policy before or after a push, and shows the plan, where a person pushes it. This is a
   * new push with the same guards, and the policy file follows.
   */
  restore(
    policy: ChosenPolicy,
    snapshot: string,
    state: { readonly to: 'before' | 'after'; readonly of: PastPush },
  ): Promise<unknown>;
}
