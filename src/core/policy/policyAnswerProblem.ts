import { isJsonArray, type JsonObject } from '../json/json.ts';
import type { PolicyKind } from './families.ts';

/**
 * The fields of policy documents outside their rule lists. A fresh console may answer with only one of them.
 */
const policyFields: ReadonlySet<string> = new Set([
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
 * Returns the reason why an answer is no policy of this kind, as the end of a sentence; undefined for a
 * policy. Reading any other answer as a policy without rules would remove all rules on the next pull or
 * merge. An empty answer is valid: no one has written the policy yet.
 */
export function policyAnswerProblem(kind: PolicyKind, answer: JsonObject): string | undefined {
  for (const { key } of kind.arrays) {
    const rules = answer.get(key) ?? null;
    if (rules !== null && !isJsonArray(rules)) {
      return `its ${key} are no list`;
    }
  }
  const isPolicy =
    answer.size === 0 ||
    [...answer.keys()].some((key) => policyFields.has(key) || kind.arrays.some((array) => array.key === key));
  return isPolicy ? undefined : 'it has nothing that a policy has';
}
