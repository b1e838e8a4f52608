import { canonicalText, isEmpty, sameForm, sameRule } from '../canonical.ts';
import { countedValue, isImplied, isNoise } from '../comparisonForm.ts';
import {
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { memberPath } from '../../json/memberPath.ts';
import { keyedItems } from '../fieldChanges.ts';
import { ConflictList, type MergeConflict, type MergePlace, type Three } from './mergeConflict.ts';
import type { Form } from '../fieldTypes.ts';

/** Merges a whole rule or all policy-level fields: an edited value replaces the result of `mergeValues`. */
export function mergeWhole(
  three: Three,
  form: Form | undefined,
  place: MergePlace,
  conflicts: ConflictList,
): JsonValue | undefined {
  const edited = conflicts.edited(place);
  if (!edited) {
    return mergeValues(three, form, place, conflicts);
  }
  const inside = new ConflictList(new Map());
  mergeValues(three, form, place, inside);
  conflicts.all.push(...inside.all);
  return edited.value;
}

/**
 * Returns the value after the changes of both sides, merged as deep as possible. `base` is null where the
 * base lacks the value, and undefined without a base. Without a base, every difference is a conflict, also
 * from an empty value.
 */
function mergeValues(
  three: Three,
  form: Form | undefined,
  place: MergePlace,
  conflicts: ConflictList,
): JsonValue | undefined {
  const { base, mine, live } = three;
  if (base !== undefined && sameForm(base, live, form)) {
    return mine;
  }
  if (base !== undefined && sameForm(base, mine, form)) {
    return live;
  }
  if (sameForm(mine, live, form)) {
    return mine;
  }
  const merged =
    isJsonObject(mine) && isJsonObject(live)
      ? mergeObjects({ base, mine, live }, form, place, conflicts)
      : mergeLists(three, form, place, conflicts);
  return merged ?? settleField(three, place, conflicts);
}

/** Merges an item that only one side has: this side added it (`isAdded`), or the other side removed it. */
export function mergeRemaining(
  kind: MergeConflict['kind'],
  three: Three,
  isAdded: boolean,
  form: Form,
  place: MergePlace,
  conflicts: ConflictList,
): JsonValue | undefined {
  const { base, mine, live } = three;
  const remaining = mine ?? live;
  if (isAdded || remaining === undefined) {
    return remaining;
  }
  const isUnchanged = base !== undefined && sameRule(base, remaining, form);
  return isUnchanged ? undefined : conflicts.settle(kind, place, three);
}

/** Undefined where the base value is not an object. Objects that both sides added have no base. */
function mergeObjects(
  { base, mine, live }: { base: JsonValue | undefined; mine: JsonObject; live: JsonObject },
  form: Form | undefined,
  place: MergePlace,
  conflicts: ConflictList,
): JsonObject | undefined {
  if (base !== undefined && base !== null && !isJsonObject(base)) {
    return undefined;
  }
  const result = new Map<string, JsonValue>();
  for (const key of new Set([...mine.keys(), ...live.keys()])) {
    const own = mine.get(key);
    const value = isNoise(key, form)
      ? own
      : mergeValues(
          {
            base: base ? (countedValue(key, base.get(key), form) ?? null) : undefined,
            mine: countedValue(key, own, form),
            live: countedValue(key, live.get(key), form),
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

/** Undefined where the list has no form that allows a merge by items. */
function mergeLists(
  { base, mine, live }: Three,
  form: Form | undefined,
  place: MergePlace,
  conflicts: ConflictList,
): JsonArray | undefined {
  const isWhole = base === undefined && (isEmpty(mine, form) || isEmpty(live, form));
  if (!form || isWhole || ![base, mine, live].every((side) => isJsonArray(side ?? []))) {
    return undefined;
  }
  const sides = { base: base === null ? [] : base, mine: mine ?? [], live: live ?? [] } as Lists;
  return form.isSet
    ? mergeSets(sides, form)
    : form.key === undefined
      ? undefined
      : mergeKeyed(sides, { ...form, key: form.key }, place, conflicts);
}

interface Lists {
  readonly base: JsonArray | undefined;
  readonly mine: JsonArray;
  readonly live: JsonArray;
}

/**
 * Returns the items after the additions and removals of both sides. Undefined when the result is empty and no
 * side is, or a side is empty and the result is not. An empty list may allow everything.
 */
function mergeSets({ base, mine, live }: Lists, form: Form): JsonArray | undefined {
  if (!base) {
    return undefined;
  }
  const textOf = (item: JsonValue): string => canonicalText([item], form);
  const before = new Set(base.map(textOf));
  const ofMine = new Set(mine.map(textOf));
  const ofLive = new Set(live.map(textOf));
  const result = [
    ...mine.filter((item) => ofLive.has(textOf(item)) || !before.has(textOf(item))),
    ...live.filter((item) => !ofMine.has(textOf(item)) && !before.has(textOf(item))),
  ];
  const isEmptied = mine.length === 0 || live.length === 0;
  return isEmptied === (result.length === 0) ? result : undefined;
}

/** Merges items by their key; undefined when keys are not unique, or both sides changed the order. */
function mergeKeyed(
  lists: Lists,
  form: Form & { readonly key: string },
  place: MergePlace,
  conflicts: ConflictList,
): JsonArray | undefined {
  const base = keyedItems(lists.base ?? [], form.key);
  const mine = keyedItems(lists.mine, form.key);
  const live = keyedItems(lists.live, form.key);
  if (!base || !mine || !live) {
    return undefined;
  }
  const keys = form.isUnordered
    ? [...new Set([...mine.keys(), ...live.keys()])]
    : orderedKeys([...base.keys()], [...mine.keys()], [...live.keys()]);
  return keys?.flatMap((key) => {
    const three = { base: base.get(key), mine: mine.get(key), live: live.get(key) };
    const at = { ...place, path: `${place.path}[${key}]` };
    const isInBoth = three.mine !== undefined && three.live !== undefined;
    const isOther = !three.base && form.isReferredTo && nameOf(three.mine) !== nameOf(three.live);
    const value = !isInBoth
      ? mergeRemaining('field', three, !!lists.base && !three.base, form.items ?? {}, at, conflicts)
      : isOther
        ? settleField(three, at, conflicts)
        : mergeValues(three, form.items, at, conflicts);
    return value === undefined ? [] : [value];
  });
}

/**
 * Returns all keys in the common order, or in the order that only one side changed; undefined on
 * contradiction.
 */
function orderedKeys(
  base: readonly string[],
  mine: readonly string[],
  live: readonly string[],
): string[] | undefined {
  const inBoth = (keys: readonly string[]): string[] => {
    const others = new Set(keys === mine ? live : mine);
    return keys.filter((key) => others.has(key));
  };
  const [ofMine, ofLive] = [inBoth(mine), inBoth(live)];
  const common = new Set(ofMine);
  const before = base.filter((key) => common.has(key));
  const isSame = (a: readonly string[], b: readonly string[]): boolean =>
    a.length === b.length && a.every((key, at) => key === b[at]);
  const isLiveLead = !isSame(ofMine, ofLive) && isSame(ofMine, before);
  if (!isSame(ofMine, ofLive) && !isLiveLead && !isSame(ofLive, before)) {
    return undefined;
  }
  const [lead, other] = isLiveLead ? [live, mine] : [mine, live];
  const result = [...lead];
  const known = new Set(lead);
  // Keys of the other side alone stay behind their predecessor on that side.
  for (const [at, key] of other.entries()) {
    if (!known.has(key)) {
      result.splice(at === 0 ? 0 : result.indexOf(other[at - 1] as string) + 1, 0, key);
      known.add(key);
    }
  }
  return result;
}

function nameOf(item: JsonObject | undefined): string | undefined {
  return item && stringAt(item, 'name');
}

function settleField(three: Three, place: MergePlace, conflicts: ConflictList): JsonValue | undefined {
  return conflicts.settle('field', place, { ...three, base: three.base ?? undefined });
}
