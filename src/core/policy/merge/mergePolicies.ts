import { documentFormOf, ruleFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { arrayAt, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../../json/json.ts';
import { matchSteps, ruleName } from '../ruleMatch.ts';
import { sameRule } from '../sameForm.ts';
import { ConflictList, type MergeChoices, type MergeConflict } from './mergeConflict.ts';
import { joined, withoutRules } from './mergeParts.ts';
import { mergeOrder, type Unit } from './mergeOrder.ts';
import { idOf, mergeWhole, RulePlaces, type MergePlace } from './mergeValues.ts';
import { finished } from '../../util/finished.ts';

export interface MergeResult {
  /** The document with both sides' changes; where a conflict is open, with mine. */
  readonly merged: JsonObject;
  /** Conflicts nobody settled yet; the merge is done when there are none. */
  readonly open: readonly MergeConflict[];
  /** All conflicts, settled or not. */
  readonly conflicts: readonly MergeConflict[];
}

/** A rule that stays, with its places and its merged value. */
export interface Kept extends Unit {
  readonly value: JsonValue;
}

/**
 * Three-way merge at the level of rules, order included. Changes on different rules, or on different members of one
 * rule, are both taken; so are moves and insertions that do not contradict each other. Everything else is a conflict,
 * settled by `choices` (by conflict id). `mine` wins only in spelling: where both say the same its text is kept.
 */
export function mergePolicies(
  kind: PolicyKind,
  base: JsonObject,
  mine: JsonObject,
  live: JsonObject,
  choices: MergeChoices = new Map(),
): MergeResult {
  return finished(mergeSteps(kind, base, mine, live, choices));
}

/** The same in steps. */
export function* mergeSteps(
  kind: PolicyKind,
  base: JsonObject,
  mine: JsonObject,
  live: JsonObject,
  choices: MergeChoices = new Map(),
): Generator<true | void, MergeResult, void> {
  const conflicts = new ConflictList(choices);
  const rest = (document: JsonObject): JsonObject => withoutRules(kind, document);
  const head = mergeWhole(
    { base: rest(base), mine: rest(mine), live: rest(live) },
    documentFormOf(kind),
    { path: '' },
    conflicts,
  );
  const merged = yield* joined(kind, mine, head, (key) =>
    mergeArray(kind, key, { base, mine, live }, conflicts),
  );
  return { merged, open: conflicts.open, conflicts: conflicts.all };
}

function* mergeArray(
  kind: PolicyKind,
  array: string,
  documents: { readonly base: JsonObject; readonly mine: JsonObject; readonly live: JsonObject },
  conflicts: ConflictList,
): Generator<true | void, JsonArray, void> {
  const base = arrayAt(documents.base, array);
  const mine = arrayAt(documents.mine, array);
  const live = arrayAt(documents.live, array);
  const kept: Placed[] = [];
  const places = new RulePlaces(array);
  for (const unit of yield* unitsOf(kind, base, mine, live)) {
    const place = places.next(ruleName(base[unit.base] ?? mine[unit.mine] ?? live[unit.live]));
    const value = mergeRule(kind, place, unit, { base, mine, live }, conflicts);
    if (value !== undefined) {
      kept.push({ ...unit, place, value });
    }
    yield;
  }
  return yield* inOrder(array, yield* ownNames(kept, { base, mine, live }, conflicts), conflicts);
}

interface Placed extends Kept {
  readonly place: MergePlace;
}

interface Arrays {
  readonly base: JsonArray;
  readonly mine: JsonArray;
  readonly live: JsonArray;
}

/** One side gave a rule the name that the other side gave to another one: which of them has it is nobody's to guess. */
function* ownNames(
  kept: readonly Placed[],
  { base, mine, live }: Arrays,
  conflicts: ConflictList,
): Generator<void, readonly Kept[], void> {
  const isRenamed = ({ base: from, value }: Placed): boolean => {
    const before = base[from];
    return before !== undefined && before !== value && ruleName(before) !== ruleName(value);
  };
  const renamed = new Set<Placed>();
  for (const unit of kept) {
    if (isRenamed(unit)) {
      renamed.add(unit);
    }
    yield;
  }
  if (renamed.size === 0) {
    return kept;
  }
  const ofMine = yield* countedNames(mine);
  const ofLive = yield* countedNames(live);
  const now = yield* countedNames(kept.map(({ value }) => value));
  const isTwice = (name: string): boolean =>
    (now.get(name) ?? 0) > Math.max(ofMine.get(name) ?? 0, ofLive.get(name) ?? 0);
  return kept.map((unit) => {
    const { place, value } = unit;
    const before = base[unit.base];
    if (!renamed.has(unit) || !isTwice(ruleName(value)) || !isJsonObject(value)) {
      return unit;
    }
    const id = idOf({ ...place, path: 'name' });
    if (conflicts.edited(idOf(place)) || conflicts.all.some((one) => one.id === id)) {
      return unit;
    }
    const own = (side: JsonValue | undefined): string => ruleName(side ?? before);
    const [wasMine, wasLive] = [own(mine[unit.mine]), own(live[unit.live])];
    const name = conflicts.settle({
      ...place,
      id,
      kind: 'field',
      path: 'name',
      base: ruleName(before),
      mine: wasMine,
      live: wasLive,
    });
    const named = new Map(value);
    if (name !== undefined) {
      named.set('name', name);
    }
    if (named.get('previousName') === name) {
      named.delete('previousName');
    }
    return { ...unit, value: named };
  });
}

function* countedNames(rules: JsonArray): Generator<void, ReadonlyMap<string, number>, void> {
  const counts = new Map<string, number>();
  for (const rule of rules) {
    const name = ruleName(rule);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    yield;
  }
  return counts;
}

/** The values in their merged order, or in the order of the side that was chosen for it. */
export function* inOrder(
  array: string,
  kept: readonly Kept[],
  conflicts: ConflictList,
): Generator<true | void, JsonArray, void> {
  const ordered = (yield* mergeOrder(kept)) ?? orderOf(chosenSide(array, kept, conflicts), kept);
  return ordered.map(({ value }) => value);
}

/** Every rule of the three arrays once: the same rule by name, by `previousName` or by content. */
function* unitsOf(
  kind: PolicyKind,
  base: JsonArray,
  mine: JsonArray,
  live: JsonArray,
): Generator<true | void, Unit[], void> {
  const ofMine = yield* matchSteps(kind, base, mine);
  const ofLive = yield* matchSteps(kind, base, live);
  yield true;
  const places = base.map((_, at) => ({ base: at, mine: -1, live: -1 }));
  const added: { base: number; mine: number; live: number }[] = [];
  for (const [at, from] of ofMine.entries()) {
    const unit = places[from];
    if (unit) {
      unit.mine = at;
    } else {
      added.push({ base: -1, mine: at, live: -1 });
    }
  }
  const byName = Map.groupBy(added, (unit) => ruleName(mine[unit.mine]));
  for (const [at, from] of ofLive.entries()) {
    const unit = places[from] ?? byName.get(ruleName(live[at]))?.shift();
    if (unit) {
      unit.live = at;
    } else {
      added.push({ base: -1, mine: -1, live: at });
    }
  }
  return [...places.filter((unit) => unit.mine >= 0 || unit.live >= 0), ...added];
}

function mergeRule(
  kind: PolicyKind,
  place: MergePlace,
  unit: Unit,
  arrays: Arrays,
  conflicts: ConflictList,
): JsonValue | undefined {
  const form = ruleFormOf(kind);
  const three = { base: arrays.base[unit.base], mine: arrays.mine[unit.mine], live: arrays.live[unit.live] };
  const { base, mine, live } = three;
  if (mine !== undefined && live !== undefined) {
    return mergeWhole(three, form, place, conflicts);
  }
  const left = mine ?? live;
  if (base === undefined || left === undefined) {
    return left;
  }
  if (sameRule(base, left, form)) {
    return undefined;
  }
  return conflicts.settle({ id: idOf(place), kind: 'deleted', ...place, ...three });
}

function chosenSide(array: string, kept: readonly Kept[], conflicts: ConflictList): 'mine' | 'live' {
  const names = (side: keyof Unit): JsonArray =>
    kept
      .filter((unit) => unit[side] >= 0)
      .toSorted((a, b) => a[side] - b[side])
      .map(({ value }) => ruleName(value));
  return conflicts.side({
    id: idOf({ array, path: '' }),
    kind: 'order',
    array,
    path: '',
    base: names('base'),
    mine: names('mine'),
    live: names('live'),
  });
}

/** One side's order; rules that only the other side has follow the rule they follow there. */
function orderOf(side: 'mine' | 'live', kept: readonly Kept[]): Kept[] {
  const other = side === 'mine' ? 'live' : 'mine';
  const lead = kept.filter((unit) => unit[side] >= 0).toSorted((a, b) => a[side] - b[side]);
  const after = new Map<Kept | undefined, Kept[]>();
  let last: Kept | undefined;
  for (const unit of kept.filter((one) => one[other] >= 0).toSorted((a, b) => a[other] - b[other])) {
    if (unit[side] >= 0) {
      last = unit;
    } else {
      after.set(last, [...(after.get(last) ?? []), unit]);
    }
  }
  return [...(after.get(undefined) ?? []), ...lead.flatMap((unit) => [unit, ...(after.get(unit) ?? [])])];
}
