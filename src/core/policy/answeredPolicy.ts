import { isJsonArray, type JsonObject } from '../json/json.ts';
import type { PolicyKind } from './families.ts';

/**
 * Fields that policy documents have outside their rule lists; a fresh console may answer with only one of
 * these.
 */
const members: ReadonlySet<string> = new Set([
  '_id',
  'policyType',
  'minPort',
  'maxPort',
  'learningDisabled',
  'containerEnabled',
  'hostEnabled',
  'networkEntities',
]);

/**
 * Returns the reason why an answer is no policy of this kind, as the end of a sentence. Undefined when it may
 * be a policy. Reading such an answer as a policy without rules would remove all rules on the next pull or
 * merge. An empty answer is valid: no one has written the policy yet.
 */
export function whyNoPolicy(kind: PolicyKind, answer: JsonObject): string | undefined {
  for (const { key } of kind.arrays) {
    const rules = answer.get(key) ?? null;
    if (rules !== null && !isJsonArray(rules)) {
      return `its ${key} are no list`;
    }
  }
  const isOne =
    answer.size === 0 ||
    [...answer.keys()].some((key) => members.has(key) || kind.arrays.some((array) => array.key === key));
  return isOne ? undefined : 'it has nothing that a policy has';
}
