import type { JsonObject } from '../json/json.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import { diffPolicies, type PlanStep } from '../policy/ruleDiff.ts';
import { byChange } from './effect/change.ts';
import { unknownReasonWords } from './orderedRule.ts';
import { namesOf } from './ruleFindings.ts';
import {
  policyDecisionChanges,
  type ChangedDecision,
  type PolicyDecisionChanges,
} from './policyDecisionChanges.ts';
import { OrderReader } from './orderReader.ts';

/** The different decisions of two documents of one policy. */
export interface DecisionDifferences {
  /**
   * Changed decisions and changed actions, each with an example. Weaker ones come first. A decision by another rule with the same
   * action is included; see `change`.
   */
  readonly differences: readonly ChangedDecision[];
  /** Reasons why more decisions may differ, one sentence each; empty where `differences` is proven to be complete. */
  readonly notKnown: readonly string[];
}

export function decisionDifferences(
  kind: PolicyKind,
  before: JsonObject,
  after: JsonObject,
  collections: KnownCollections,
): DecisionDifferences {
  const reader = new OrderReader(kind, collections);
  const outside = outsideMembers(kind, diffPolicies(kind, before, after).steps);
  return differencesIn({ ...policyDecisionChanges(reader.read(before), reader.read(after)), outside });
}

/** The changed decisions and actions of a plan as one list. */
export function differencesIn({
  decisions,
  actions,
  outside = [],
  isComplete,
  unknownReasons = [],
  notAnalyzed,
}: PolicyDecisionChanges): DecisionDifferences {
  return {
    differences: [...decisions, ...actions].toSorted(byChange),
    notKnown: [
      ...outside.map(outsideWords),
      ...(notAnalyzed
        ? [
            notAnalyzed.length > 0
              ? `Not analyzed: ${namesOf(notAnalyzed)}. The collections overlap too much.`
              : 'Not everything was analyzed, because the collections overlap too much.',
          ]
        : isComplete
          ? []
          : unknownReasons.length > 0
            ? unknownReasonWords(unknownReasons)
            : ['Some parts are unknown.']),
    ],
  };
}

/** Policy-level fields of network policies with a known impact on decisions. */
const readMembers = /^(?:networkEntities|containerEnabled|hostEnabled)(?:$|[.[])/;

/** Paths of changed policy-level fields whose impact on decisions is unknown. */
export function outsideMembers({ isNetwork }: PolicyKind, steps: readonly PlanStep[]): readonly string[] {
  return steps
    .flatMap((step) => (step.kind === 'document' ? step.fields.map(({ path }) => path) : []))
    .filter((path) => !isNetwork || !readMembers.test(path));
}

export function outsideWords(path: string): string {
  return `The impact of the policy-level field ${path} on decisions is unknown.`;
}
