import type { PolicyState, PolicyStatus } from '../../core/sync/outcomes.ts';

/** How the file of a policy stands, also while the console cannot be reached. */
export function fileState({ state, known }: PolicyStatus): PolicyState {
  return known ?? state;
}
