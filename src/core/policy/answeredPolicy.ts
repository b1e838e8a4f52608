import { isJsonArray, type JsonObject } from '../json/json.ts';
import type { PolicyKind } from './families.ts';

/** What the documents of policies have beside their lists of rules; an answer of a fresh console may have nothing else. */
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
 * Why what a console answered is no policy of this kind, the end of a sentence; undefined when it may be one. To read it as one that
 * has no rules would take all rules away from whoever pulls or merges it. Nothing at all is a policy that nobody has written yet.
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
