import { documentFormOf, ruleFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue, type JsonArray } from '../../json/json.ts';
import { settleReferencedEntities } from './entityReferences.ts';
import {
  ConflictList,
  idOf,
  type MergeChoices,
  type MergeConflict,
  type MergePlace,
} from './mergeConflict.ts';
import { mergeWhole, mergeRemaining } from './mergeValues.ts';
import { ruleName } from '../ruleMatch.ts';
import { mergeOrder, type Unit } from './mergeOrder.ts';
import { unitsOf, type Arrays } from './mergeUnits.ts';

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

/**
 * Merges three versions rule by rule, including the order. Changes of different rules, or of different fields
 * of one rule, are combined. Moves and insertions without contradiction are combined too. Every other
 * difference is a conflict, resolved by `choices` (by conflict id). Where both sides are equal, the spelling
 * of `mine` stays.
 *
 * `base`: undefined when the common version is unknown; then every difference is a conflict. A rule or field
 * on one side alone is a conflict too: one side added it, or the other deleted it.
 */
export function mergePolicies(
  kind: PolicyKind,
  base: JsonObject | undefined,
  mine: JsonObject,
  live: JsonObject,
  choices: MergeChoices = new Map(),
): MergeResult {
  // Without a base, the choice `base` has no value.
  const validChoices = base ? choices : new Map([...choices].filter(([, choice]) => choice !== 'base'));
  const conflicts = new ConflictList(validChoices);
  const rest = (document: JsonObject): JsonObject => withoutRules(kind, document);
  const fields = { base: base && rest(base), mine: rest(mine), live: rest(live) };
  const head = mergeWhole(fields, documentFormOf(kind), { path: '' }, conflicts);
  const members = isJsonObject(head) ? head : new Map<string, JsonValue>();
  const arrays = new Set<string>(kind.arrays.map(({ key }) => key));
  const orders = new Map<string, readonly MergedRule[]>();
  const merged = new Map<string, JsonValue>();
  for (const key of new Set([...mine.keys(), ...members.keys(), ...arrays])) {
    if (arrays.has(key)) {
      const sides = { base: base && arrayAt(base, key), mine: arrayAt(mine, key), live: arrayAt(live, key) };
      const order = mergeRules(kind, key, sides, conflicts);
      orders.set(key, order);
      merged.set(
        key,
        order.map(({ value }) => value),
      );
    } else if (members.has(key)) {
      merged.set(key, members.get(key) as JsonValue);
    }
  }
  settleReferencedEntities(kind, { base, mine, live }, merged, conflicts);
  return {
    merged,
    open: conflicts.open,
    conflicts: conflicts.all,
    placeOf: (array, whole) => orders.get(array)?.findIndex(({ place }) => idOf(place) === whole) ?? -1,
  };
}

/** Returns a document without its rule arrays, which are merged separately. */
export function withoutRules(kind: PolicyKind, document: JsonObject): JsonObject {
  const arrays = new Set<string>(kind.arrays.map(({ key }) => key));
  return new Map([...document].filter(([key]) => !arrays.has(key)));
}

/** A rule that stays in the result, with its indices and its merged value. */
interface MergedRule extends Unit {
  readonly place: MergePlace;
  readonly value: JsonValue;
}

/**
 * Merges the rules of one array, each independently of the others. Returns them in their merged order, or in the
 * order of the chosen side. Rules of the same name are numbered.
 */
function mergeRules(
  kind: PolicyKind,
  array: string,
  arrays: Arrays,
  conflicts: ConflictList,
): readonly MergedRule[] {
  const form = ruleFormOf(kind);
  const counts = new Map<string, number>();
  const merged: MergedRule[] = [];
  for (const { isUnclear, ...unit } of unitsOf(kind, arrays)) {
    const base = arrays.base?.[unit.base];
    const three = { base, mine: arrays.mine[unit.mine], live: arrays.live[unit.live] };
    const rule = ruleName(base ?? three.mine ?? three.live);
    const nth = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, nth);
    const place = { array, rule, ...(nth > 1 && { nth }), path: '' };
    const isAdded = arrays.base !== undefined && base === undefined && !isUnclear;
    const value =
      three.mine !== undefined && three.live !== undefined
        ? mergeWhole(three, form, place, conflicts)
        : mergeRemaining('deleted', three, isAdded, form, place, conflicts);
    if (value !== undefined) {
      merged.push({ ...unit, place, value });
    }
  }
  const result = settleNames(merged, arrays, conflicts);
  return mergeOrder(result) ?? orderOf(chosenSide(array, result, conflicts), result);
}

/** Both sides can give one name to different rules; only a person can choose the rule that keeps it. */
function settleNames(
  rules: readonly MergedRule[],
  { base = [], mine, live }: Arrays,
  conflicts: ConflictList,
): readonly MergedRule[] {
  const isRenamed = ({ base: from, place, value }: MergedRule): boolean =>
    base[from] !== undefined && place.rule !== ruleName(value);
  if (!rules.some(isRenamed)) {
    return rules;
  }
  // The name of a rule counts only when the rule and its name are certain to stay.
  const open = new Set(conflicts.open.map(({ id }) => id));
  const isSure = ({ place }: MergedRule): boolean =>
    !open.has(idOf(place)) && !open.has(idOf({ ...place, path: 'name' }));
  const sure = rules.filter(isSure).map(({ value }) => value);
  const [ofResult, ofMine, ofLive] = [sure, mine, live].map((list) => Map.groupBy(list, ruleName));
  const isTwice = (name: string): boolean =>
    (ofResult?.get(name)?.length ?? 0) >
    Math.max(ofMine?.get(name)?.length ?? 0, ofLive?.get(name)?.length ?? 0);
  return rules.map((unit) => {
    const { value } = unit;
    const place = { ...unit.place, path: 'name' };
    if (!isRenamed(unit) || !isSure(unit) || !isTwice(ruleName(value)) || !isJsonObject(value)) {
      return unit;
    }
    if (conflicts.edited(unit.place) || conflicts.all.some(({ id }) => id === idOf(place))) {
      return unit;
    }
    const before = base[unit.base];
    const name = conflicts.settle('field', place, {
      base: ruleName(before),
      mine: ruleName(mine[unit.mine] ?? before),
      live: ruleName(live[unit.live] ?? before),
    });
    const renamedRule = new Map(value);
    if (name !== undefined) {
      renamedRule.set('name', name);
    }
    if (renamedRule.get('previousName') === name) {
      renamedRule.delete('previousName');
    }
    return { ...unit, value: renamedRule };
  });
}

function chosenSide(array: string, rules: readonly MergedRule[], conflicts: ConflictList): 'mine' | 'live' {
  const names = (side: keyof Unit): JsonArray =>
    rules
      .filter((unit) => unit[side] >= 0)
      .toSorted((a, b) => a[side] - b[side])
      .map(({ value }) => ruleName(value));
  const choice = conflicts.choose({
    id: idOf({ array, path: '' }),
    kind: 'order',
    array,
    path: '',
    base: names('base'),
    mine: names('mine'),
    live: names('live'),
  });
  return choice === 'live' ? 'live' : 'mine';
}

/** Returns the order of one side; rules of the other side alone stay behind their predecessor there. */
function orderOf(side: 'mine' | 'live', rules: readonly MergedRule[]): MergedRule[] {
  const other = side === 'mine' ? 'live' : 'mine';
  const lead = rules.filter((unit) => unit[side] >= 0).toSorted((a, b) => a[side] - b[side]);
  const after = new Map<MergedRule | undefined, MergedRule[]>();
  let last: MergedRule | undefined;
  for (const unit of rules.filter((rule) => rule[other] >= 0).toSorted((a, b) => a[other] - b[other])) {
    if (unit[side] >= 0) {
      last = unit;
    } else {
      after.set(last, [...(after.get(last) ?? []), unit]);
    }
  }
  return [...(after.get(undefined) ?? []), ...lead.flatMap((unit) => [unit, ...(after.get(unit) ?? [])])];
}
