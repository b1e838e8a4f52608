import type { PlanStep } from '../../core/policy/planStep.ts';

/** Why a policy cannot be pushed as it is. */
export interface Refusal {
  readonly policy: string;
  readonly why: string;
  readonly messages: readonly string[];
  readonly code: number;
  /** Changes of the live policy since the base, if they are known. */
  readonly changes?: readonly PlanStep[];
}
