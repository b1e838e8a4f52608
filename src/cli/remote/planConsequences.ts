import { changeAsData } from '../../core/order/effect/change.ts';
import { changesHands, type PolicyConsequences } from '../../core/order/policyDecisionChanges.ts';

/** What a push hands from one rule to another, and which rules do something else; nothing is known where nobody worked it out. */
export function consequencesAsJson(told: PolicyConsequences | undefined): object {
  return {
    decisionsChange: (told && changesHands(told)) ?? null,
    isComplete: told?.isComplete === true && told.outside === undefined,
    consequences: (told?.consequences ?? []).map(({ from, to, change, example }) => ({
      from: from?.name ?? null,
      to: to?.name ?? null,
      ...changeAsData(change),
      example,
    })),
    effectChanges: (told?.effectChanges ?? []).map(({ rule, change }) => ({
      rule: rule.name,
      ...changeAsData(change),
    })),
    outside: told?.outside ?? [],
  };
}
