import { arrayAt, isJsonObject, stringAt, type JsonObject, type JsonValue } from '../../json/json.ts';
import { pathSteps } from '../../json/memberPath.ts';
import { canonicalText } from '../canonical.ts';
import type { PolicyKind } from '../families.ts';
import { keyedItems, shownKey } from '../fieldChanges.ts';
import { ruleName } from '../ruleMatch.ts';
import type { ConflictList, MergeConflict } from './mergeConflict.ts';

const list = 'networkEntities';

export interface EntityReferences {
  /** Names of the rules that refer to the entity. */
  readonly mine: readonly string[];
  readonly live: readonly string[];
  /** One number has two names, so either choice changes the entity to which rules of the other side refer. */
  readonly isTwoEntities: boolean;
}

/** Returns the rules that refer to the network entity of a conflict; undefined for any other conflict. */
export function entityReferences(
  kind: PolicyKind,
  sides: { readonly mine: JsonObject; readonly live: JsonObject },
  { path, array, base, mine, live }: MergeConflict,
): EntityReferences | undefined {
  const [first, id, ...rest] = array === undefined ? pathSteps(path) : [];
  if (!kind.isNetwork || first !== list || id === undefined) {
    return undefined;
  }
  const namesIn = (document: JsonObject): readonly string[] => rulesByEntity(kind, document).get(id) ?? [];
  const names = { mine: namesIn(sides.mine), live: namesIn(sides.live) };
  const isRenamed =
    base !== undefined && canonicalText(names.mine, undefined) === canonicalText(names.live, undefined);
  return {
    ...names,
    isTwoEntities: rest.length === 0 && !isRenamed && mine !== undefined && live !== undefined,
  };
}

/**
 * Adds conflicts about entities that merged rules refer to: one side removed or never had the entity, or gave
 * its number another name. Writes the chosen entities into `merged`.
 */
export function settleReferencedEntities(
  kind: PolicyKind,
  sides: { readonly base: JsonObject | undefined; readonly mine: JsonObject; readonly live: JsonObject },
  merged: Map<string, JsonValue>,
  conflicts: ConflictList,
): void {
  const entitiesOf = (document: JsonObject | undefined) => keyedItems(document?.get(list) ?? [], '_id');
  const [entities, base, mine, live] = [merged, sides.base, sides.mine, sides.live].map(entitiesOf);
  if (!kind.isNetwork || !entities || !mine || !live) {
    return;
  }
  let isChosen = false;
  const referring = { mine: rulesByEntity(kind, sides.mine), live: rulesByEntity(kind, sides.live) };
  for (const id of rulesByEntity(kind, merged).keys()) {
    const three = { base: base?.get(id), mine: mine.get(id), live: live.get(id) };
    const place = { path: `${list}[${id}]` };
    const isSame = entities.has(id) && nameOf(three.mine) === nameOf(three.live);
    const [without, other] =
      three.mine === undefined ? (['mine', 'live'] as const) : (['live', 'mine'] as const);
    // The side without the entity may refer to it by rules that the other side does not join with it.
    const isOneSided =
      entities.has(id) &&
      three[without] === undefined &&
      (referring[without].get(id) ?? []).every((rule) => referring[other].get(id)?.includes(rule));
    const isAbsent = (three.mine ?? three.live) === undefined;
    const isKnown = conflicts.all.some((conflict) => conflict.path.startsWith(place.path));
    if (isSame || isOneSided || isAbsent || isKnown) {
      continue;
    }
    const value = conflicts.settle('field', place, three);
    if (value === undefined) {
      isChosen = entities.delete(id) || isChosen;
    } else {
      entities.set(id, value as JsonObject);
      isChosen = true;
    }
  }
  if (isChosen) {
    merged.set(list, [...entities.values()]);
  }
}

function nameOf(entity: JsonObject | undefined): string | undefined {
  return entity && stringAt(entity, 'name');
}

/** Returns the names of the rules that refer to each number. */
function rulesByEntity(kind: PolicyKind, document: JsonObject): ReadonlyMap<string, readonly string[]> {
  const references = kind.arrays.flatMap(({ key }) =>
    arrayAt(document, key).flatMap((rule) =>
      [...referencesOf(rule)].map((id) => ({ id, name: ruleName(rule) })),
    ),
  );
  const byEntity = Map.groupBy(references, ({ id }) => id);
  return new Map([...byEntity].map(([id, rules]) => [id, rules.map(({ name }) => name)]));
}

/** The numbers have the spelling of a path. */
function referencesOf(rule: JsonValue): ReadonlySet<string> {
  const ends = isJsonObject(rule) ? [rule.get('src'), rule.get('dst')] : [];
  return new Set(ends.flatMap((id) => (id === undefined || id === null ? [] : [shownKey(id)])));
}
