import { isJsonObject, stringAt, type JsonArray, type JsonObject } from '../../json/json.ts';
import { canonicalText, memberText } from '../../policy/canonical.ts';
import { readableListAt } from './thresholds.ts';

/** Items by their key. Any of several different items with one key may count. */
type KeyedItems = ReadonlyMap<string, readonly JsonObject[]>;

export interface KeyedPair {
  readonly before: KeyedItems;
  readonly after: KeyedItems;
  /** True when nothing else in the two lists differs. */
  readonly isWhole: boolean;
}

/**
 * Returns the items of two lists by their key. An item without a key is unknown, and never hides the known changes of
 * the other items.
 */
export function keyedPair(from: JsonObject, to: JsonObject, list: string, key: string): KeyedPair {
  const itemsOf = (rule: JsonObject): ItemsOfList => {
    const all = readableListAt(rule, list);
    const { items, isWhole } = keyedItems(all ?? [], (item) => stringAt(item, key) ?? '');
    const named = new Map([...items].filter(([name]) => name !== ''));
    return { items: named, isWhole: all !== undefined && isWhole && !items.has('') };
  };
  const [before, after] = [itemsOf(from), itemsOf(to)];
  const text = (rule: JsonObject): string => memberText(rule.get(list), undefined);
  return {
    before: before.items,
    after: after.items,
    isWhole: (before.isWhole && after.isWhole) || text(from) === text(to),
  };
}

interface ItemsOfList {
  readonly items: KeyedItems;
  /** True when the list has nothing else. */
  readonly isWhole: boolean;
}

/** Returns the first and the last of different items with one key. */
export function keyedItems(list: JsonArray, keyOf: (item: JsonObject) => string): ItemsOfList {
  let isWhole = list.every(isJsonObject);
  const items = new Map<string, readonly JsonObject[]>();
  for (const [key, same] of Map.groupBy(list.filter(isJsonObject), keyOf)) {
    const different = [...new Map(same.map((item) => [canonicalText(item, undefined), item])).values()];
    isWhole &&= different.length <= 2;
    items.set(key, different.length > 2 ? [...different.slice(0, 1), ...different.slice(-1)] : different);
  }
  return { items, isWhole };
}

/** True when the items are equal, one by one. */
export function areAlike(items: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  const text = (list: readonly JsonObject[]): string => canonicalText([...list], undefined);
  return text(items) === text(others);
}
