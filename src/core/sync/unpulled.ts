import { canonicalText } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import type { PlanStep } from '../policy/planStep.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { ruleName } from '../policy/ruleMatch.ts';
import { inSlices } from '../util/inSlices.ts';
import type { Bases } from './bases.ts';
import { lostChanges } from './lostChanges.ts';
import type { LostChange } from './outcomes.ts';

/**
 * What `steps` would remove, change or move of live and this machine never had as it is there, or not in that order: it came
 * after the last pull here, and that the file was made from it is only what the repository says.
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
  const orders = new Set<string>();
  let isHeadPulled = false;
  for await (const document of bases.pulled(kind)) {
    for (const { key } of kind.arrays) {
      arrayAt(document, key).forEach((rule) => pulled.add(`${key} ${canonicalText(rule, form)}`));
    }
    const since = diffPolicies(kind, document, live).steps;
    isHeadPulled ||= !since.some((step) => step.kind === 'document');
    const moved = new Set(since.flatMap((step) => (step.kind === 'move' ? [step.array] : [])));
    kind.arrays.filter(({ key }) => !moved.has(key)).forEach(({ key }) => orders.add(key));
  }
  // Where rules are moved, their order is what somebody may have made on purpose.
  const movedRules = new Set(
    steps.flatMap((step) =>
      step.kind === 'move' ? [`${step.array}/${ruleName(arrayAt(live, step.array)[step.from])}`] : [],
    ),
  );
  const isPulled = ({ array, rule }: LostChange): boolean =>
    array === undefined
      ? isHeadPulled
      : (orders.has(array) || !movedRules.has(`${array}/${rule ?? ''}`)) &&
        arrayAt(live, array)
          .filter((one) => isJsonObject(one) && (stringAt(one, 'name') ?? '') === rule)
          .every((one) => pulled.has(`${array} ${canonicalText(one, form)}`));
  return changes.filter((change) => !isPulled(change));
}
