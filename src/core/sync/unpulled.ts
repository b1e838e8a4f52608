import { canonicalText } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import type { PlanStep } from '../policy/planStep.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { inSlices } from '../util/inSlices.ts';
import type { Bases } from './bases.ts';
import { lostChanges } from './lostChanges.ts';
import type { LostChange } from './outcomes.ts';

/**
 * What `steps` would remove, change or move of live and this machine never had as it is there: it came after the last pull
 * here, and that the file was made from it is only what the repository says.
 */
export async function unpulledChanges(
  bases: Pick<Bases, 'pulled'>,
  kind: PolicyKind,
  live: JsonObject,
  steps: readonly PlanStep[],
): Promise<LostChange[]> {
  const changes = await inSlices(lostChanges(kind, { base: undefined, now: live, next: live, steps }));
  if (changes.length === 0) {
    return [];
  }
  const form = ruleFormOf(kind);
  const pulled = new Set<string>();
  let isHeadPulled = false;
  for await (const document of bases.pulled(kind)) {
    for (const { key } of kind.arrays) {
      arrayAt(document, key).forEach((rule) => pulled.add(`${key} ${canonicalText(rule, form)}`));
    }
    isHeadPulled ||= !diffPolicies(kind, document, live).steps.some((step) => step.kind === 'document');
  }
  const isPulled = ({ array, rule }: LostChange): boolean =>
    array === undefined
      ? isHeadPulled
      : arrayAt(live, array)
          .filter((one) => isJsonObject(one) && (stringAt(one, 'name') ?? '') === rule)
          .every((one) => pulled.has(`${array} ${canonicalText(one, form)}`));
  return changes.filter((change) => !isPulled(change));
}
