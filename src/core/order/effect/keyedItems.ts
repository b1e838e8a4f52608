import { isJsonObject, stringAt, type JsonObject } from '../../json/json.ts';
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
  const [before, after] = [keyedBy(from, list, key), keyedBy(to, list, key)];
  const text = (rule: JsonObject): string => memberText(rule.get(list), undefined);
  return {
    before: before.items,
    after: after.items,
    isWhole: (before.isWhole && after.isWhole) || text(from) === text(to),
  };
}

function keyedBy(
  rule: JsonObject,
  list: string,
  key: string,
): { readonly items: KeyedItems; readonly isWhole: boolean } {
  const all = readableListAt(rule, list);
  const nameOf = (item: JsonObject): string => stringAt(item, key) ?? '';
  const items = Map.groupBy((all ?? []).filter(isJsonObject), nameOf);
  const differing = new Map([...items].map(([name, same]) => [name, firstAndLast(same)]));
  const isWhole =
    !items.has('') &&
    all?.every(isJsonObject) === true &&
    [...differing.values()].every(({ isWhole: isAll }) => isAll);
  differing.delete('');
  return { items: new Map([...differing].map(([name, { items: ends }]) => [name, ends])), isWhole };
}

/** Returns the first and the last of different items with one key. `isWhole` is true when there are no others. */
export function firstAndLast(items: readonly JsonObject[]): {
  readonly items: readonly JsonObject[];
  readonly isWhole: boolean;
} {
  if (items.length < 2) {
    return { items, isWhole: true };
  }
  const all = [...new Map(items.map((item) => [canonicalText(item, undefined), item])).values()];
  return { items: all.length > 2 ? [...all.slice(0, 1), ...all.slice(-1)] : all, isWhole: all.length <= 2 };
}

/** True when the items are equal, one by one. */
export function areAlike(items: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  const text = (list: readonly JsonObject[]): string => canonicalText([...list], undefined);
  return text(items) === text(others);
}
