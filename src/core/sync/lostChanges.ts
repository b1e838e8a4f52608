import { diffPolicies } from '../policy/ruleDiff.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import type { PlanStep } from '../policy/planStep.ts';
import type { LostChange } from './outcomes.ts';

/**
 * What somebody did to live since `base` and would be undone by `steps`, which lead from live to what is sent. Rather one
 * too many than one too few: the fewest moves are not unique, so any move of a list counts against all moves in it.
 * Without a base: every rule of live that would be removed, changed or moved.
 */
export function lostChanges(
  kind: PolicyKind,
  base: JsonObject | undefined,
  live: JsonObject,
  steps: readonly PlanStep[],
): LostChange[] {
  const lost: LostChange[] = base
    ? diffPolicies(kind, base, live)
        .steps.filter((change) => isUndone(change, steps))
        .map((change) => named(change, change.kind))
    : steps.filter(({ kind: what }) => what !== 'add').map((step) => named(step, 'unknown'));
  // Of a rule that was changed and moved, what weighs more is said.
  return [...Map.groupBy(lost, ({ name }) => name).values()].flatMap(([first, ...more]) =>
    first ? [more.reduce((most, one) => (weight(one) > weight(most) ? one : most), first)] : [],
  );
}

function weight({ change }: LostChange): number {
  return change === 'move' ? 0 : change === 'rename' ? 1 : 2;
}

function isUndone(change: PlanStep, steps: readonly PlanStep[]): boolean {
  if (change.kind === 'document') {
    return steps.some(({ kind }) => kind === 'document');
  }
  return steps.some((step) => {
    if (step.kind === 'document' || step.array !== change.array) {
      return false;
    }
    if (change.kind === 'remove') {
      return step.kind === 'add' && step.rule === change.rule;
    }
    if (step.kind === 'add') {
      return false;
    }
    // Both count in live: `to` of the one document is `from` of the next.
    return step.from === change.to || (change.kind === 'move' && step.kind === 'move');
  });
}

function named(step: PlanStep, change: LostChange['change']): LostChange {
  if (step.kind === 'document') {
    return { name: '(document)', change };
  }
  const rule = step.kind === 'rename' && change === 'unknown' ? step.previousName : step.rule;
  return { name: `${step.array}/${rule}`, array: step.array, rule, change };
}
