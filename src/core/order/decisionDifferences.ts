import type { JsonObject } from '../json/json.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { outsideMembers, outsideWords } from './outsideMembers.ts';
import { notKnownWords } from './notKnown.ts';
import { namesOf } from './orderWords.ts';
import { policyConsequences, type RuleConsequence } from './policyConsequences.ts';
import { OrderReader } from './policyOrder.ts';

/** What two documents of one policy decide otherwise. */
export interface DecisionDifferences {
  /**
   * Everything that another rule decides, or that the same rule does something else to, each with an example; what becomes
   * weaker comes first. That the very same is done is among them, by `change`.
   */
  readonly differences: readonly RuleConsequence[];
  /** Why there may be more, one sentence each; empty where `differences` is proven to be all there is. */
  readonly notKnown: readonly string[];
}

export function decisionDifferences(
  kind: PolicyKind,
  before: JsonObject,
  after: JsonObject,
  collections: KnownCollections,
): DecisionDifferences {
  const reader = new OrderReader(kind, collections);
  const {
    consequences,
    isComplete,
    notKnown = [],
    notAnalyzed,
  } = policyConsequences(reader.read(before), reader.read(after), undefined, 'decisions');
  return {
    differences: consequences,
    notKnown: [
      ...outsideMembers(kind, diffPolicies(kind, before, after).steps).map(outsideWords),
      ...(notAnalyzed
        ? [
            notAnalyzed.length > 0
              ? `Too much overlaps to say all of ${namesOf(notAnalyzed)}.`
              : 'Too much overlaps to look at everything.',
          ]
        : isComplete
          ? []
          : notKnown.length > 0
            ? notKnownWords(notKnown)
            : ['Not everything is known.']),
    ],
  };
}
