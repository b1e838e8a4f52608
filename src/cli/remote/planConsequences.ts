import type { Change } from '../../core/order/effect/change.ts';
import { changesHands, type PolicyConsequences } from '../../core/order/policyConsequences.ts';

const weaker: Readonly<Record<Change, boolean | null>> = {
  weaker: true,
  stricter: false,
  same: false,
  mixed: null,
  unknown: null,
};

/** What a push hands from one rule to another, and which rules do something else; nothing is known where nobody worked it out. */
export function consequencesAsJson(told: PolicyConsequences | undefined): object {
  return {
    decisionsChange: (told && changesHands(told)) ?? null,
    isComplete: told?.isComplete === true && told.outside === undefined,
    consequences: (told?.consequences ?? []).map(({ from, to, change, example }) => ({
      from: from?.name ?? null,
      to: to?.name ?? null,
      weaker: weaker[change],
      change,
      example,
    })),
    effectChanges: (told?.effectChanges ?? []).map(({ rule, change }) => ({
      rule: rule.name,
      weaker: weaker[change],
      change,
    })),
    outside: told?.outside ?? [],
  };
}
