import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { pathSteps } from '../../json/memberPath.ts';
import type { PolicyKind } from '../families.ts';
import { keyedItems, shownKey } from '../keyedItems.ts';
import { ruleName } from '../ruleMatch.ts';
import { idOf, type ConflictList, type MergeConflict, type Three } from './mergeConflict.ts';

const list = 'networkEntities';

export interface EntityReferences {
  /** Names of the rules that refer to it. */
  readonly mine: readonly string[];
  readonly live: readonly string[];
  /** Both sides gave one number to different entities: whichever stays, rules of the other side refer to it. */
  readonly isTwoEntities: boolean;
}

/** The rules that refer to the network entity that a conflict is about; undefined where it is about something else. */
export function entityReferences(
  kind: PolicyKind,
  sides: { readonly mine: JsonObject; readonly live: JsonObject },
  { path, array, base, mine, live }: MergeConflict,
): EntityReferences | undefined {
  const [first, id, ...rest] = array === undefined ? pathSteps(path) : [];
  if (kind.family !== 'cnns' || first !== list || id === undefined) {
    return undefined;
  }
  const namesIn = (document: JsonObject): string[] =>
    rulesOf(kind, document).flatMap((rule) => (referencesOf(rule).includes(id) ? [ruleName(rule)] : []));
  return {
    mine: namesIn(sides.mine),
    live: namesIn(sides.live),
    isTwoEntities: rest.length === 0 && base === undefined && mine !== undefined && live !== undefined,
  };
}

/** Asks whether an entity stays that one side removed and merged rules refer to. Puts those that stay into `merged`. */
export function withEntitiesReferredTo(
  kind: PolicyKind,
  sides: Three,
  merged: Map<string, JsonValue>,
  conflicts: ConflictList,
): void {
  const entitiesOf = (document: JsonValue | undefined) =>
    keyedItems(isJsonObject(document) ? (document.get(list) ?? []) : [], '_id');
  const [now, base, mine, live] = [merged, sides.base, sides.mine, sides.live].map(entitiesOf);
  if (kind.family !== 'cnns' || !now || !mine || !live) {
    return;
  }
  const referredTo = new Set(rulesOf(kind, merged).flatMap(referencesOf));
  const back = [...referredTo].flatMap((id) => {
    const three = { base: base?.get(id), mine: mine.get(id), live: live.get(id) };
    if (now.has(id) || (three.mine ?? three.live) === undefined) {
      return [];
    }
    const place = { path: `${list}[${id}]` };
    const known = conflicts.all.some((conflict) => conflict.id === idOf(place));
    const value = known
      ? undefined
      : conflicts.settle({ id: idOf(place), kind: 'field', ...place, ...three });
    return value === undefined ? [] : [value];
  });
  if (back.length > 0) {
    merged.set(list, [...arrayAt(merged, list), ...back]);
  }
}

function rulesOf(kind: PolicyKind, document: JsonObject): JsonValue[] {
  return kind.arrays.flatMap(({ key }) => [...arrayAt(document, key)]);
}

/** As a path shows them. */
function referencesOf(rule: JsonValue): string[] {
  return ['src', 'dst'].flatMap((end) => {
    const id = isJsonObject(rule) ? rule.get(end) : undefined;
    return id === undefined || id === null ? [] : [shownKey(id)];
  });
}
