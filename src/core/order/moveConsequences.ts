import type { RuleConsequence } from './policyConsequences.ts';
import { handedOver, inOne, type ActingList, type PolicyConsequences } from './policyConsequences.ts';

/**
 * What changes hands in a list when its rules are put into another order, in short steps: `order[place]` is where what stands
 * there stood, as `moveIndices` has it. What is below the last place that changes gets what it got, and rules that are switched
 * off take no part, so neither is looked at.
 */
export function* moveConsequenceSteps(
  list: ActingList,
  order: readonly number[],
): Generator<void, PolicyConsequences, void> {
  const before = [...order.keys()].filter((place) => takesPart(list, place));
  const after = [...order.keys()].filter((place) => takesPart(list, order[place]));
  const end = after.findLastIndex((place, at) => order[place] !== before[at]) + 1;
  const old = part(list, before.slice(0, end));
  const now = part(
    list,
    after.slice(0, end).map((place) => order[place] ?? -1),
  );
  const placeNow = new Map(now.places.map((place, at) => [place, at]));
  const counterparts = old.places.map((place) => placeNow.get(place));
  const told = yield* handedOver(old, now, counterparts);
  const inList = (one: RuleConsequence): RuleConsequence => ({
    before: one.before,
    after: one.after,
    change: one.change,
    from: one.from && { ...one.from, index: before[one.from.index] ?? -1 },
    to: one.to && { ...one.to, index: after[one.to.index] ?? -1 },
    get example() {
      return one.example;
    },
  });
  const gaveUp = told.notAnalyzed && { notAnalyzed: [] };
  return inOne([{ ...told, consequences: told.consequences.map(inList), ...gaveUp }]);
}

function takesPart({ rules, isOff }: ActingList, place: number | undefined): boolean {
  return !isOff && place !== undefined && rules[place]?.enabled === true;
}

/** Some rules of a list, by their places in it. */
function part(
  list: ActingList,
  places: readonly number[],
): ActingList & { readonly places: readonly number[] } {
  return {
    ...list,
    places,
    rules: places.flatMap((place) => list.rules[place] ?? []),
    written: { at: (index) => list.written.at(places[index] ?? list.rules.length) },
  };
}
