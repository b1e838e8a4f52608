import type { PolicyStatus } from '../../core/sync/outcomes.ts';
import { policyStates, type PolicyState } from '../../core/sync/policyState.ts';

/** How the file of a policy stands, also while the console cannot be reached. */
export function fileState({ state, known }: PolicyStatus): PolicyState {
  return known ?? state;
}

/** Whether its file may hold what only it holds, as far as is known. */
export function mayHaveEdits(status: PolicyStatus | undefined): boolean {
  const state = status && fileState(status);
  return (
    state === undefined ||
    policyStates[state].hasEdits === true ||
    state === 'unknown' ||
    state === 'invalid' ||
    state === 'failed'
  );
}
