import { documentFormOf, ruleFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { arrayAt, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../../json/json.ts';
import { ruleName } from '../ruleMatch.ts';
import { ConflictList, type MergeChoices, type MergeConflict } from './mergeConflict.ts';
import { joined, withoutRules } from './mergeParts.ts';
import { inOrder, type Kept, type MergeResult } from './mergePolicies.ts';
import { idOf, mergeWhole, RulePlaces } from './mergeValues.ts';
import { finished } from '../../util/finished.ts';

/** Equal to no value of a document: a member with this base was changed by both sides, as far as anybody knows. */
const unknown = '\u0000';

/**
 * The merge of two documents of which nobody knows where they parted. Every difference is a conflict, also a rule or a
 * member that only one of them has: it may have been added there or deleted here.
 */
export function mergeWithoutBase(
  kind: PolicyKind,
  mine: JsonObject,
  live: JsonObject,
  choices: MergeChoices = new Map(),
): MergeResult {
  return finished(mergeStepsWithoutBase(kind, mine, live, choices));
}

/** The same in steps. */
export function* mergeStepsWithoutBase(
  kind: PolicyKind,
  mine: JsonObject,
  live: JsonObject,
  choices: MergeChoices = new Map(),
): Generator<true | void, MergeResult, void> {
  // Nobody knows of a base that could be taken.
  const conflicts = new ConflictList(new Map(Array.from(choices).filter(([, choice]) => choice !== 'base')));
  const rests = threeOf(withoutRules(kind, mine), withoutRules(kind, live));
  const head = mergeWhole(rests, documentFormOf(kind), { path: '' }, conflicts);
  const merged = yield* joined(kind, mine, head, (key) =>
    mergeArray(kind, key, arrayAt(mine, key), arrayAt(live, key), conflicts),
  );
  return { merged, open: conflicts.open.map(withoutBase), conflicts: conflicts.all.map(withoutBase) };
}

interface Pair {
  mine: number;
  live: number;
}

function* mergeArray(
  kind: PolicyKind,
  array: string,
  mine: JsonArray,
  live: JsonArray,
  conflicts: ConflictList,
): Generator<true | void, JsonArray, void> {
  yield true;
  const pairs = pairsByName(mine, live);
  const common = pairs.filter((pair) => pair.mine >= 0 && pair.live >= 0);
  // Rules in the same order on both sides stay so; without a base no other order is decided here.
  const agree = common.every(({ live: at }, index) => index === 0 || at > (common[index - 1] as Pair).live);
  const kept: Kept[] = [];
  const places = new RulePlaces(array);
  for (const pair of pairs) {
    const value = mergeRule(kind, places, mine[pair.mine], live[pair.live], conflicts);
    if (value !== undefined) {
      kept.push({ ...pair, base: agree && pair.mine >= 0 && pair.live >= 0 ? pair.mine : -1, value });
    }
    yield;
  }
  return yield* inOrder(array, kept, conflicts);
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
  places: RulePlaces,
  mine: JsonValue | undefined,
  live: JsonValue | undefined,
  conflicts: ConflictList,
): JsonValue | undefined {
  const place = places.next(ruleName(mine ?? live));
  return mine !== undefined && live !== undefined
    ? mergeWhole(threeOf(mine, live), ruleFormOf(kind), place, conflicts)
    : conflicts.settle({ id: idOf(place), kind: 'deleted', ...place, base: undefined, mine, live });
}

function threeOf(mine: JsonValue, live: JsonValue) {
  const members = [mine, live].flatMap((side) => (isJsonObject(side) ? [...side.keys()] : []));
  const base = new Map<string, JsonValue>(members.map((key) => [key, unknown]));
  return { base, mine, live };
}

function withoutBase(conflict: MergeConflict): MergeConflict {
  return { ...conflict, base: undefined };
}
