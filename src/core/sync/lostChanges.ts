import { writeJson } from '../json/writeJson.ts';
import { arrayAt, type JsonObject } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { PlanStep } from '../policy/planStep.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { previousName, ruleName } from '../policy/ruleMatch.ts';
import { likeAny } from '../policy/similarRules.ts';
import type { LostChange } from './outcomes.ts';

/** A document that another one takes the place of. */
export interface Replacement {
  /** What it started from; undefined where that is not known. */
  readonly base: JsonObject | undefined;
  readonly now: JsonObject;
  readonly next: JsonObject;
  /** They lead from `now` to `next`. */
  readonly steps: readonly PlanStep[];
}

/**
 * What was done to `now` since `base` and is not in `next`. Rather one too many than one too few: the fewest moves are not
 * unique, so any move of a list counts against all moves in it. Without a base: every rule of `now` that would be removed,
 * changed or moved, and every one that would come in, which may have been removed from `now` on purpose.
 */
export function lostChanges(kind: PolicyKind, { base, now, next, steps }: Replacement): LostChange[] {
  if (!base) {
    return touched(now, next, steps);
  }
  const changes = diffPolicies(kind, base, now).steps;
  const wanted = diffPolicies(kind, base, next).steps;
  const alsoRemoved = new Set(removedPlaces(kind, base, next, wanted));
  const twins = new Set([base, now, next].flatMap((document) => namesOfSeveral(kind, document)));
  // Places in `now`: `to` of the one document is `from` of the next.
  const undone = new Set(
    steps.flatMap((step) =>
      step.kind === 'document' || step.kind === 'add' ? [] : [placeOf(step, step.from)],
    ),
  );
  const reordered = new Set(steps.flatMap((step) => (step.kind === 'move' ? [step.array] : [])));
  const changesMembers = steps.some((step) => step.kind === 'document');
  const isLost = (change: PlanStep): boolean => {
    switch (change.kind) {
      case 'document':
        return changesMembers;
      case 'remove':
        return !alsoRemoved.has(placeOf(change, change.from));
      case 'move':
        return reordered.has(change.array) || undone.has(placeOf(change, change.to));
      case 'add':
        return undone.has(placeOf(change, change.to));
      case 'change':
      case 'rename':
        // It may be another rule of that name that was changed.
        return undone.has(placeOf(change, change.to)) || twins.has(nameOf(change));
    }
  };
  return changes.filter(isLost).map((change) =>
    change.kind === 'document'
      ? members('document')
      : {
          ...named(change, change.kind),
          ...(change.kind === 'rename' ? { previousName: change.previousName } : {}),
          ...(change.kind === 'move' && change.changedPlacesWith
            ? { changedPlacesWith: change.changedPlacesWith.rule }
            : {}),
        },
  );
}

/**
 * Places of the base whose rules are not in `next`, under any name: a rule that comes in with the name of one, that names it as its
 * previous name, or that has most of its content, may be what became of it.
 */
function removedPlaces(
  kind: PolicyKind,
  base: JsonObject,
  next: JsonObject,
  wanted: readonly PlanStep[],
): string[] {
  return kind.arrays.flatMap(({ key: array }) => {
    const [before, after] = [arrayAt(base, array), arrayAt(next, array)];
    const steps = wanted.flatMap((step) => (step.kind !== 'document' && step.array === array ? [step] : []));
    const added = steps.filter((step) => step.kind === 'add');
    const names = new Set([...added.map(({ rule }) => rule), ...after.map(previousName)]);
    const gone = steps.flatMap((step) =>
      step.kind === 'remove' && !names.has(step.rule) ? [step.from] : [],
    );
    const alike = new Set(
      likeAny(
        after,
        added.map(({ to }) => to),
        before,
        gone,
        ruleFormOf(kind),
      ),
    );
    return gone.filter((at) => !alike.has(at)).map((at) => placeOf({ array }, at));
  });
}

/** Names that several rules of a list have. */
function namesOfSeveral(kind: PolicyKind, document: JsonObject): string[] {
  return kind.arrays.flatMap(({ key: array }) => {
    const names = arrayAt(document, array).map((rule) => nameOf({ array, rule: ruleName(rule) }));
    const seen = new Set<string>();
    return names.filter((name) => seen.has(name) || !seen.add(name));
  });
}

function touched(now: JsonObject, next: JsonObject, steps: readonly PlanStep[]): LostChange[] {
  const byPlace = new Map<string, LostChange>();
  for (const step of steps) {
    if (step.kind === 'document') {
      byPlace.set('', members('unknown'));
    } else if (step.kind === 'add') {
      const rule = ruleName(arrayAt(next, step.array)[step.to]);
      byPlace.set(`new ${placeOf(step, step.to)}`, named({ array: step.array, rule }, 'perhaps-removed'));
    } else {
      const rule = ruleName(arrayAt(now, step.array)[step.from]);
      byPlace.set(placeOf(step, step.from), named({ array: step.array, rule }, 'unknown'));
    }
  }
  return [...byPlace.values()];
}

const nameOf = ({ array, rule }: { readonly array: string; readonly rule: string }): string =>
  `${array}/${rule}`;

const placeOf = ({ array }: { readonly array: string }, index: number): string => `${index} ${array}`;

function members(change: LostChange['change']): LostChange {
  return { name: '(document)', change };
}

function named(
  { array, rule }: { readonly array: string; readonly rule: string },
  change: LostChange['change'],
): LostChange {
  return { name: nameOf({ array, rule }), array, rule, change };
}

/** A name of `LostChange` for people, without the list of the rule: `"r"`. */
export function lossWords(name: string): string {
  const at = name.indexOf('/');
  return at === -1 ? 'policy-level fields' : writeJson(name.slice(at + 1));
}
