import type { PlanStep } from '../../core/policy/planStep.ts';

/** Why a policy cannot be pushed as it is. */
export interface Refusal {
  readonly policy: string;
  readonly why: string;
  readonly messages: readonly string[];
  readonly code: number;
  /** What was done to live since the base, where that is known. */
  readonly changes?: readonly PlanStep[];
}
