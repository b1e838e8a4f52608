import { ruleFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { isJsonObject, type JsonArray, type JsonValue } from '../../json/json.ts';
import { ruleName } from '../ruleMatch.ts';
import { sameRule } from '../sameForm.ts';
import { idOf, type ConflictList, type MergePlace } from './mergeConflict.ts';
import { mergeOrder, type Unit } from './mergeOrder.ts';
import { countedNames, unitsOf, type Arrays, type RuleUnit } from './mergeUnits.ts';
import { mergeWhole } from './mergeValues.ts';

/** A rule that stays in the result, with its indices and its merged value. */
export interface MergedRule extends Unit {
  readonly place: MergePlace;
  readonly value: JsonValue;
}

/**
 * Merges the rules of one array, each independently of the others. Returns them in their merged order, or in the
 * order of the chosen side. Rules of the same name are numbered.
 */
export function mergeRules(
  kind: PolicyKind,
  array: string,
  arrays: Arrays,
  conflicts: ConflictList,
): readonly MergedRule[] {
  const { base, mine, live } = arrays;
  const counts = new Map<string, number>();
  const merged: MergedRule[] = [];
  for (const unit of unitsOf(kind, arrays)) {
    const rule = ruleName(base?.[unit.base] ?? mine[unit.mine] ?? live[unit.live]);
    const nth = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, nth);
    const place = { array, rule, ...(nth > 1 && { nth }), path: '' };
    const value = mergeRule(kind, place, unit, arrays, conflicts);
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
  const renamed = new Set<MergedRule>();
  for (const unit of rules) {
    if (isRenamed(unit)) {
      renamed.add(unit);
    }
  }
  if (renamed.size === 0) {
    return rules;
  }
  const ofMine = countedNames(mine);
  const ofLive = countedNames(live);
  // The name of a rule counts only when the rule and its name are certain to stay.
  const open = new Set(conflicts.open.map(({ id }) => id));
  const isSure = ({ place }: MergedRule): boolean =>
    !open.has(idOf(place)) && !open.has(idOf({ ...place, path: 'name' }));
  const resultNames = countedNames(rules.filter(isSure).map(({ value }) => value));
  const isTwice = (name: string): boolean =>
    (resultNames.get(name) ?? 0) > Math.max(ofMine.get(name) ?? 0, ofLive.get(name) ?? 0);
  return rules.map((unit) => {
    const { place, value } = unit;
    const before = base[unit.base];
    if (!renamed.has(unit) || !isSure(unit) || !isTwice(ruleName(value)) || !isJsonObject(value)) {
      return unit;
    }
    const id = idOf({ ...place, path: 'name' });
    if (conflicts.edited(place) || conflicts.all.some((conflict) => conflict.id === id)) {
      return unit;
    }
    const nameOn = (side: JsonValue | undefined): string => ruleName(side ?? before);
    const name = conflicts.settle({
      ...place,
      id,
      kind: 'field',
      path: 'name',
      base: ruleName(before),
      mine: nameOn(mine[unit.mine]),
      live: nameOn(live[unit.live]),
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

function mergeRule(
  kind: PolicyKind,
  place: MergePlace,
  unit: RuleUnit,
  arrays: Arrays,
  conflicts: ConflictList,
): JsonValue | undefined {
  const form = ruleFormOf(kind);
  const three = {
    base: arrays.base?.[unit.base],
    mine: arrays.mine[unit.mine],
    live: arrays.live[unit.live],
  };
  const { base, mine, live } = three;
  if (mine !== undefined && live !== undefined) {
    return mergeWhole(three, form, place, conflicts);
  }
  const remaining = mine ?? live;
  if (remaining === undefined || (arrays.base && base === undefined && !unit.isUnclear)) {
    return remaining;
  }
  if (base !== undefined && sameRule(base, remaining, form)) {
    return undefined;
  }
  return conflicts.settle({ id: idOf(place), kind: 'deleted', ...place, ...three });
}

function chosenSide(array: string, rules: readonly MergedRule[], conflicts: ConflictList): 'mine' | 'live' {
  const names = (side: keyof Unit): JsonArray =>
    rules
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
