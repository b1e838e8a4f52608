import { documentFormOf } from '../comparisonForm.ts';
import type { PolicyKind } from '../families.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { settleReferencedEntities } from './entityReferences.ts';
import { ConflictList, idOf, type MergeChoices, type MergeConflict } from './mergeConflict.ts';
import { mergeRules, type MergedRule } from './mergeRules.ts';
import { mergeWhole } from './mergeValues.ts';

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
