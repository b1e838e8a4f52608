import { documentFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../../json/json.ts';
import { ruleName } from '../ruleMatch.ts';
import { withEntitiesReferredTo } from './entityReferences.ts';
import {
  ConflictList,
  idOf,
  type MergeChoices,
  type MergeConflict,
  type MergePlace,
  type Three,
} from './mergeConflict.ts';
import { mergeOrder, type Unit } from './mergeOrder.ts';
import type { Arrays, RuleUnit } from './mergeUnits.ts';
import { mergeWhole, RulePlaces } from './mergeValues.ts';

export interface MergeResult {
  /** The document with the changes of both sides; unresolved conflicts keep mine. */
  readonly merged: JsonObject;
  /** The unresolved conflicts; the merge is complete when there are none. */
  readonly open: readonly MergeConflict[];
  /** All conflicts, resolved or not. */
  readonly conflicts: readonly MergeConflict[];
  /** Returns the index of a rule in the merged array by its `wholeOf`; -1 where the rule is absent. */
  readonly placeOf: (array: string, whole: string) => number;
}

/** A rule that stays in the result, with its indices and its merged value. */
export interface MergedRule extends Unit {
  readonly place: MergePlace;
  readonly value: JsonValue;
}

type MergeOne = (unit: RuleUnit, place: MergePlace, conflicts: ConflictList) => JsonValue | undefined;

interface PreparedRule extends Unit {
  readonly place: MergePlace;
  /** The value that no choice changes, unless a person edits the rule; undefined when the rule was removed. */
  readonly settled: { readonly value: JsonValue | undefined } | undefined;
  merge(conflicts: ConflictList): JsonValue | undefined;
}

export interface PreparedList {
  readonly rules: readonly PreparedRule[];
  /** Adds a conflict where a rename would give two of the remaining rules one name. */
  readonly named?: (kept: readonly MergedRule[], conflicts: ConflictList) => readonly MergedRule[];
}

/** Merges every rule independently of the others. */
export function preparedRules(
  array: string,
  units: readonly RuleUnit[],
  { base, mine, live }: Arrays,
  merge: MergeOne,
): PreparedRule[] {
  const places = new RulePlaces(array);
  const rules: PreparedRule[] = [];
  let conflicts = new ConflictList(new Map());
  for (const unit of units) {
    const place = places.next(ruleName(base?.[unit.base] ?? mine[unit.mine] ?? live[unit.live]));
    const value = merge(unit, place, conflicts);
    const isSettled = conflicts.all.length === 0;
    rules.push({
      ...unit,
      place,
      settled: isSettled ? { value } : undefined,
      merge: (chosen) => merge(unit, place, chosen),
    });
    if (!isSettled) {
      conflicts = new ConflictList(new Map());
    }
  }
  return rules;
}

/** A merge whose choice-independent parts are already computed, so that another choice costs little. */
export class PreparedMerge {
  readonly #kind: PolicyKind;
  readonly #mine: JsonObject;
  readonly #rest: Three;
  readonly #lists: ReadonlyMap<string, PreparedList>;

  /** `rest`: the documents without their rule arrays. */
  constructor(kind: PolicyKind, mine: JsonObject, rest: Three, lists: ReadonlyMap<string, PreparedList>) {
    this.#kind = kind;
    this.#mine = mine;
    this.#rest = rest;
    this.#lists = lists;
  }

  /** Applies `choices` to the merge and keeps the field order of `mine`. */
  settle(choices: MergeChoices): MergeResult {
    // The choice `base` has no value without a base.
    const known = this.#rest.base ? choices : new Map([...choices].filter(([, choice]) => choice !== 'base'));
    const conflicts = new ConflictList(known);
    const head = mergeWhole(this.#rest, documentFormOf(this.#kind), { path: '' }, conflicts);
    const members = isJsonObject(head) ? head : new Map<string, JsonValue>();
    const merged = new Map<string, JsonValue>();
    const orders = new Map<string, readonly MergedRule[]>();
    for (const key of new Set([...this.#mine.keys(), ...members.keys(), ...this.#lists.keys()])) {
      const list = this.#lists.get(key);
      const order = list && settledList(key, list, conflicts);
      const value = order ? order.map((rule) => rule.value) : members.get(key);
      if (order) {
        orders.set(key, order);
      }
      if (value !== undefined) {
        merged.set(key, value);
      }
    }
    withEntitiesReferredTo(this.#kind, this.#rest, merged, conflicts);
    return {
      merged,
      open: conflicts.open,
      conflicts: conflicts.all,
      placeOf: (array, whole) => orders.get(array)?.findIndex(({ place }) => idOf(place) === whole) ?? -1,
    };
  }
}

/** Returns a document without its rule arrays, which are merged separately. */
export function withoutRules(kind: PolicyKind, document: JsonObject): JsonObject {
  const arrays = new Set<string>(kind.arrays.map(({ key }) => key));
  return new Map([...document].filter(([key]) => !arrays.has(key)));
}

function settledList(
  array: string,
  { rules, named }: PreparedList,
  conflicts: ConflictList,
): readonly MergedRule[] {
  const kept: MergedRule[] = [];
  for (const rule of rules) {
    const isSettled = rule.settled !== undefined && conflicts.edited(rule.place) === undefined;
    const value = isSettled ? rule.settled?.value : rule.merge(conflicts);
    if (value !== undefined) {
      kept.push({ ...rule, value });
    }
  }
  const own = named ? named(kept, conflicts) : kept;
  // The rules have their merged order, or the order of the chosen side.
  return mergeOrder(own) ?? orderOf(chosenSide(array, own, conflicts), own);
}

function chosenSide(array: string, kept: readonly MergedRule[], conflicts: ConflictList): 'mine' | 'live' {
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

/** Returns the order of one side; rules of the other side alone stay behind their predecessor there. */
function orderOf(side: 'mine' | 'live', kept: readonly MergedRule[]): MergedRule[] {
  const other = side === 'mine' ? 'live' : 'mine';
  const lead = kept.filter((unit) => unit[side] >= 0).toSorted((a, b) => a[side] - b[side]);
  const after = new Map<MergedRule | undefined, MergedRule[]>();
  let last: MergedRule | undefined;
  for (const unit of kept.filter((one) => one[other] >= 0).toSorted((a, b) => a[other] - b[other])) {
    if (unit[side] >= 0) {
      last = unit;
    } else {
      after.set(last, [...(after.get(last) ?? []), unit]);
    }
  }
  return [...(after.get(undefined) ?? []), ...lead.flatMap((unit) => [unit, ...(after.get(unit) ?? [])])];
}
