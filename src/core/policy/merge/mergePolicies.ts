import { ruleFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { ruleName } from '../ruleMatch.ts';
import { sameRule } from '../sameForm.ts';
import { idOf, type ConflictList, type MergeChoices, type MergePlace } from './mergeConflict.ts';
import { countedNames, unitsOf, type Arrays, type RuleUnit } from './mergeUnits.ts';
import { mergeWhole } from './mergeValues.ts';
import {
  PreparedMerge,
  preparedRules,
  withoutRules,
  type MergedRule,
  type MergeResult,
  type PreparedList,
} from './preparedMerge.ts';

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
  return preparedMerge(kind, base, mine, live).settle(choices);
}

/** Prepares the parts of a merge that do not depend on choices. */
export function preparedMerge(
  kind: PolicyKind,
  base: JsonObject | undefined,
  mine: JsonObject,
  live: JsonObject,
): PreparedMerge {
  const rest = (document: JsonObject): JsonObject => withoutRules(kind, document);
  const three = { base: base && rest(base), mine: rest(mine), live: rest(live) };
  const lists = new Map<string, PreparedList>();
  for (const { key } of kind.arrays) {
    const arrays = { base: base && arrayAt(base, key), mine: arrayAt(mine, key), live: arrayAt(live, key) };
    lists.set(key, {
      rules: preparedRules(key, unitsOf(kind, arrays), arrays, (unit, place, conflicts) =>
        mergeRule(kind, place, unit, arrays, conflicts),
      ),
      named: (kept, conflicts) => ownNames(kept, arrays, conflicts),
    });
  }
  return new PreparedMerge(kind, mine, three, lists);
}

/** Both sides can give one name to different rules; only a person can choose the rule that keeps it. */
function ownNames(
  kept: readonly MergedRule[],
  { base = [], mine, live }: Arrays,
  conflicts: ConflictList,
): readonly MergedRule[] {
  const isRenamed = ({ base: from, place, value }: MergedRule): boolean =>
    base[from] !== undefined && place.rule !== ruleName(value);
  const renamed = new Set<MergedRule>();
  for (const unit of kept) {
    if (isRenamed(unit)) {
      renamed.add(unit);
    }
  }
  if (renamed.size === 0) {
    return kept;
  }
  const ofMine = countedNames(mine);
  const ofLive = countedNames(live);
  // The name of a rule counts only when the rule and its name are certain to stay.
  const open = new Set(conflicts.open.map(({ id }) => id));
  const isSure = ({ place }: MergedRule): boolean =>
    !open.has(idOf(place)) && !open.has(idOf({ ...place, path: 'name' }));
  const now = countedNames(kept.filter(isSure).map(({ value }) => value));
  const isTwice = (name: string): boolean =>
    (now.get(name) ?? 0) > Math.max(ofMine.get(name) ?? 0, ofLive.get(name) ?? 0);
  return kept.map((unit) => {
    const { place, value } = unit;
    const before = base[unit.base];
    if (!renamed.has(unit) || !isSure(unit) || !isTwice(ruleName(value)) || !isJsonObject(value)) {
      return unit;
    }
    const id = idOf({ ...place, path: 'name' });
    if (conflicts.edited(place) || conflicts.all.some((one) => one.id === id)) {
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
  const left = mine ?? live;
  if (left === undefined || (arrays.base && base === undefined && !unit.isUnclear)) {
    return left;
  }
  if (base !== undefined && sameRule(base, left, form)) {
    return undefined;
  }
  return conflicts.settle({ id: idOf(place), kind: 'deleted', ...place, ...three });
}
