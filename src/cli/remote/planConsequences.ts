import { changeAsData } from '../../core/order/effect/change.ts';
import { areDecisionsChanged, type PolicyDecisionChanges } from '../../core/order/policyDecisionChanges.ts';

/** Changed decisions as JSON; unknown where they were not computed. */
export function consequencesAsJson(told: PolicyDecisionChanges | undefined): object {
  return {
    decisionsChange: (told && areDecisionsChanged(told)) ?? null,
    isComplete: told?.isComplete === true && told.outside === undefined,
    consequences: (told?.decisions ?? []).map(({ from, to, change, example }) => ({
      from: from?.name ?? null,
      to: to?.name ?? null,
      ...changeAsData(change),
      example,
    })),
    effectChanges: (told?.actions ?? []).map(({ rule, change }) => ({
      rule: rule.name,
      ...changeAsData(change),
    })),
    outside: told?.outside ?? [],
  };
}
