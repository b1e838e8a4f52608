import { canonicalText } from '../canonical.ts';
import { isImplied, type Form } from '../comparisonForm.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { memberPath } from '../../json/memberPath.ts';
import { sameForm } from '../sameForm.ts';
import { sameValue } from '../../json/sameValue.ts';
import { ConflictList, idOf, type MergeConflict, type MergePlace, type Three } from './mergeConflict.ts';

/** A whole rule, or the document's own members: as somebody edited it, else as `mergeValues` has it. */
export function mergeWhole(
  three: Three,
  form: Form | undefined,
  place: MergePlace,
  conflicts: ConflictList,
): JsonValue | undefined {
  const edited = conflicts.edited(place);
  if (!edited) {
    const { mine, live } = three;
    // Most rules are untouched, and the cheapest comparison says so.
    const isSame = mine !== undefined && live !== undefined && sameValue(mine, live);
    return isSame ? mine : mergeValues(three, form, place, conflicts);
  }
  const inside = new ConflictList(new Map());
  mergeValues(three, form, place, inside);
  inside.all.forEach((conflict) => conflicts.all.push(conflict));
  return edited.value;
}

/** The value after both sides' changes; members that only one side changed are taken over, deeper first. */
export function mergeValues(
  three: Three,
  form: Form | undefined,
  place: MergePlace,
  conflicts: ConflictList,
): JsonValue | undefined {
  const { base, mine, live } = three;
  if (sameForm(mine, live, form) || sameForm(base, live, form)) {
    return mine;
  }
  if (sameForm(base, mine, form)) {
    return live;
  }
  if (
    isJsonObject(mine) &&
    isJsonObject(live) &&
    (base === undefined || base === null || isJsonObject(base))
  ) {
    return mergeObjects({ base: base ?? undefined, mine, live }, form, place, conflicts);
  }
  const keyed =
    form?.sortBy === undefined ? undefined : mergeKeyed(three, form, form.sortBy, place, conflicts);
  return keyed ?? conflicts.settle({ id: idOf(place), kind: 'field', ...place, ...three });
}

function mergeObjects(
  { base, mine, live }: { base: JsonObject | undefined; mine: JsonObject; live: JsonObject },
  form: Form | undefined,
  place: MergePlace,
  conflicts: ConflictList,
): JsonObject {
  const result = new Map<string, JsonValue>();
  for (const key of new Set([...mine.keys(), ...live.keys()])) {
    const own = mine.get(key);
    const value = form?.noise?.has(key)
      ? own
      : mergeValues(
          {
            base: counting(key, base?.get(key), form),
            mine: counting(key, own, form),
            live: counting(key, live.get(key), form),
          },
          form?.members?.get(key),
          { ...place, path: memberPath(place.path, key) },
          conflicts,
        );
    if (value !== undefined) {
      result.set(key, value);
    } else if (own !== undefined && isImplied(key, own, form)) {
      result.set(key, own);
    }
  }
  return result;
}

/** What the console fills in by itself counts as absent. */
function counting(key: string, value: JsonValue | undefined, form: Form | undefined): JsonValue | undefined {
  return value === undefined || isImplied(key, value, form) ? undefined : value;
}

/** Lists without an order of their own, such as checks, merge item by item; undefined when items cannot be told apart. */
function mergeKeyed(
  three: Three,
  form: Form,
  by: string,
  place: MergePlace,
  conflicts: ConflictList,
): JsonArray | undefined {
  const base = itemsBy(three.base ?? [], by);
  const mine = itemsBy(three.mine ?? [], by);
  const live = itemsBy(three.live ?? [], by);
  if (!base || !mine || !live) {
    return undefined;
  }
  const result: JsonValue[] = [];
  for (const key of new Set([...mine.keys(), ...live.keys()])) {
    const sides = { base: base.get(key), mine: mine.get(key), live: live.get(key) };
    const value = mergeValues(sides, form.items, { ...place, path: `${place.path}[${key}]` }, conflicts);
    if (value !== undefined) {
      result.push(value);
    }
  }
  return result;
}

function itemsBy(list: JsonValue, by: string): Map<string, JsonObject> | undefined {
  const result = new Map<string, JsonObject>();
  if (!isJsonArray(list)) {
    return undefined;
  }
  for (const item of list) {
    const key = isJsonObject(item) ? item.get(by) : undefined;
    if (!isJsonObject(item) || key === undefined || key === null) {
      return undefined;
    }
    result.set(canonicalText(key, undefined), item);
  }
  return result.size === list.length ? result : undefined;
}

/** The key of a choice for the whole rule that a conflict is in, or for the document's own members. */
export function wholeOf({ array, rule, nth }: MergeConflict): string {
  return idOf({
    path: '',
    ...(array === undefined ? {} : { array }),
    ...(rule === undefined ? {} : { rule }),
    ...(nth === undefined ? {} : { nth }),
  });
}

/** Where whole rules lie: those of one name are told apart. */
export class RulePlaces {
  readonly #array: string;
  readonly #seen = new Map<string, number>();

  constructor(array: string) {
    this.#array = array;
  }

  next(rule: string): MergePlace {
    const nth = (this.#seen.get(rule) ?? 0) + 1;
    this.#seen.set(rule, nth);
    return { array: this.#array, rule, ...(nth > 1 && { nth }), path: '' };
  }
}
