import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import type { PolicyState } from '../../core/sync/policyState.ts';

/** How the file of a policy stands, also while the console cannot be reached. */
export function fileState({ state, known }: PolicyStatus): PolicyState {
  return known ?? state;
}
