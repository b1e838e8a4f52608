import type { PolicyName } from '../../core/policy/families.ts';

/** A policy in the title of a tab, which is the last part of a path: several families have the same targets. */
export function tabName(policy: PolicyName): string {
  return policy.replace('/', ' ');
}
