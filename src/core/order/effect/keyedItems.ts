import { isJsonObject, sameValue, stringAt, type JsonArray, type JsonObject } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import { anyOf, plainChange, type Change } from './change.ts';
import { readableListAt } from './thresholds.ts';

/** The items with one key in two lists. Undefined means that the item is absent. Any of several items may count. */
interface KeyedPair {
  readonly key: string;
  readonly olds: readonly (JsonObject | undefined)[];
  readonly nows: readonly (JsonObject | undefined)[];
}

interface KeyedPairs {
  readonly pairs: readonly KeyedPair[];
  /** True when the pairs have everything that the lists contain. */
  readonly isWhole: boolean;
  /** True when the common items have the same order in both lists. */
  readonly isOrderAlike: boolean;
}

/** Pairs the items of two lists by their key. */
export function keyedPairs(from: JsonArray, to: JsonArray, keyOf: (item: JsonObject) => string): KeyedPairs {
  const [before, after] = [itemsByKey(from, keyOf), itemsByKey(to, keyOf)];
  const common = [...before.items.keys()].filter((key) => after.items.has(key));
  return {
    pairs: [...new Set([...before.items.keys(), ...after.items.keys()])].map((key) => ({
      key,
      olds: before.items.get(key) ?? absent,
      nows: after.items.get(key) ?? absent,
    })),
    isWhole: before.isWhole && after.isWhole,
    isOrderAlike: [...after.items.keys()]
      .filter((key) => before.items.has(key))
      .every((key, at) => key === common[at]),
  };
}

const absent: KeyedPair['olds'] = [undefined];

/** Returns the first and the last of different items with one key. */
function itemsByKey(
  list: JsonArray,
  keyOf: (item: JsonObject) => string,
): { readonly items: ReadonlyMap<string, readonly JsonObject[]>; readonly isWhole: boolean } {
  let isWhole = list.every(isJsonObject);
  const items = new Map<string, readonly JsonObject[]>();
  for (const [key, same] of Map.groupBy(list.filter(isJsonObject), keyOf)) {
    const different =
      same.length < 2
        ? same
        : [...new Map(same.map((item) => [canonicalText(item, undefined), item])).values()];
    isWhole &&= different.length <= 2;
    items.set(key, different.length > 2 ? [...different.slice(0, 1), ...different.slice(-1)] : different);
  }
  return { items, isWhole };
}

/** Compares each possible item with each possible counterpart. */
export function pairChange(
  { olds, nows }: KeyedPair,
  changeOf: (old: JsonObject | undefined, now: JsonObject | undefined) => Change,
): Change {
  const isAlike = olds.length === nows.length && olds.every((old, at) => sameValue(old, nows[at]));
  return isAlike ? plainChange.same : anyOf(olds.flatMap((old) => nows.map((now) => changeOf(old, now))));
}

/**
 * Pairs the items of a list in two rules. An item without a key is unknown, and never hides the known changes of the
 * other items.
 */
export function itemsOfRules(
  from: JsonObject,
  to: JsonObject,
  list: string,
  key: string,
): Pick<KeyedPairs, 'pairs' | 'isWhole'> {
  const [before, after] = [readableListAt(from, list), readableListAt(to, list)];
  const all = keyedPairs(before ?? [], after ?? [], (item) => stringAt(item, key) ?? '');
  const pairs = all.pairs.filter((pair) => pair.key !== '');
  const isWhole = before && after && all.isWhole && pairs.length === all.pairs.length;
  return { pairs, isWhole: isWhole === true || sameValue(from.get(list), to.get(list)) };
}
