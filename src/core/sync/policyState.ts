import type { PolicyState } from './outcomes.ts';

/** Canonical hashes of the three documents a state is made of. */
export interface Known {
  readonly base: string | undefined;
  /** Undefined without a file; without a hash when its text has no single meaning. */
  readonly working: { readonly hash: string | undefined } | undefined;
  /** Undefined when live was not read in this session. */
  readonly live: string | undefined;
}

/** The state of a policy by what is known of it; without live, the base stands for it. */
export function policyState({ base, working: file, live }: Known): Exclude<PolicyState, 'failed'> {
  if (file === undefined) {
    return 'not-pulled';
  }
  const working = file.hash;
  if (working === undefined) {
    return 'invalid';
  }
  if (working === live) {
    return 'in-sync';
  }
  if (base === undefined) {
    return 'unknown';
  }
  if (live === undefined || live === base) {
    return working === base ? 'in-sync' : 'edited';
  }
  return working === base ? 'live-changed' : 'conflict';
}
