import { ruleFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { arrayAt, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../../json/json.ts';
import { ruleName } from '../ruleMatch.ts';
import { idOf, type ConflictList, type MergePlace } from './mergeConflict.ts';
import type { Unit } from './mergeOrder.ts';
import { mergeWhole } from './mergeValues.ts';
import { PreparedMerge, preparedRules, withoutRules, type PreparedList } from './preparedMerge.ts';

/** Equal to no value of a document: a member with this base was changed by both sides, as far as anybody knows. */
const unknown = '\u0000';

/**
 * The merge of two documents of which nobody knows where they parted, as far as no choice changes it. Every difference is
 * a conflict, also a rule or a member that only one of them has: it may have been added there or deleted here. In steps.
 */
export function* preparedWithoutBase(
  kind: PolicyKind,
  mine: JsonObject,
  live: JsonObject,
): Generator<true | void, PreparedMerge, void> {
  const lists = new Map<string, PreparedList>();
  for (const { key } of kind.arrays) {
    const arrays = { base: [], mine: arrayAt(mine, key), live: arrayAt(live, key) };
    yield true;
    const units = unitsOf(arrays.mine, arrays.live);
    yield true;
    const rules = yield* preparedRules(key, units, arrays, (unit, place, conflicts) =>
      mergeRule(kind, place, arrays.mine[unit.mine], arrays.live[unit.live], conflicts),
    );
    lists.set(key, { rules });
  }
  const rest = threeOf(withoutRules(kind, mine), withoutRules(kind, live));
  return new PreparedMerge(kind, mine, rest, lists, false);
}

interface Pair {
  mine: number;
  live: number;
}

/** Rules in the same order on both sides stay so; without a base no other order is decided here. */
function unitsOf(mine: JsonArray, live: JsonArray): Unit[] {
  const pairs = pairsByName(mine, live);
  const common = pairs.filter((pair) => pair.mine >= 0 && pair.live >= 0);
  const agree = common.every(({ live: at }, index) => index === 0 || at > (common[index - 1] as Pair).live);
  return pairs.map((pair) => ({
    ...pair,
    base: agree && pair.mine >= 0 && pair.live >= 0 ? pair.mine : -1,
  }));
}

/** In the order of `mine`; rules that only live has come last. */
function pairsByName(mine: JsonArray, live: JsonArray): Pair[] {
  const places = Map.groupBy(live.keys(), (at) => ruleName(live[at]));
  const pairs = mine.map((rule, at): Pair => ({ mine: at, live: places.get(ruleName(rule))?.shift() ?? -1 }));
  for (const left of places.values()) {
    left.forEach((at) => pairs.push({ mine: -1, live: at }));
  }
  return pairs;
}

function mergeRule(
  kind: PolicyKind,
  place: MergePlace,
  mine: JsonValue | undefined,
  live: JsonValue | undefined,
  conflicts: ConflictList,
): JsonValue | undefined {
  return mine !== undefined && live !== undefined
    ? mergeWhole(threeOf(mine, live), ruleFormOf(kind), place, conflicts)
    : conflicts.settle({ id: idOf(place), kind: 'deleted', ...place, base: undefined, mine, live });
}

function threeOf(mine: JsonValue, live: JsonValue) {
  const members = [mine, live].flatMap((side) => (isJsonObject(side) ? [...side.keys()] : []));
  const base = new Map<string, JsonValue>(members.map((key) => [key, unknown]));
  return { base, mine, live };
}
