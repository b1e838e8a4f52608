import type { PlanOutcome, PushOutcome, PushPlan } from '../../core/sync/outcomes.ts';
import type { ChosenPolicy } from './targets.ts';

/** Why there is no plan. */
export type NoPlan = Exclude<PlanOutcome, { kind: 'plan' }>;

/** The state a snapshot holds: as a policy was before a push, or as that push left it. */
export interface StateOfPush {
  readonly to: 'before' | 'after';
  /** When the push was. */
  readonly of: Date;
}

/** What other features have the push feature do. */
export interface Pushes {
  /** Reads live and plans a push of the text as it stands, saved or not. */
  plan(policy: ChosenPolicy): Promise<PlanOutcome>;
  /** The plan of the policy in the document at the cursor, while it stands: made again it would be the same. */
  shownPlan(policy: ChosenPolicy): Promise<PushPlan | undefined>;
  /** Says why there is nothing to push or why a push is refused, with the way on. */
  explain(policy: ChosenPolicy, outcome: NoPlan): void;
  /** Pushes a snapshot: a new push forward, through a plan of its own and the guards of any push; the working copy follows. */
  restore(policy: ChosenPolicy, snapshot: string, state: StateOfPush): Promise<PushOutcome | NoPlan>;
}
