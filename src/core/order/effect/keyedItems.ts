import { isJsonObject, stringAt, type JsonObject } from '../../json/json.ts';
import { canonicalText, memberText } from '../../policy/canonical.ts';
import { readableListAt } from './thresholds.ts';

/** Items by their key. Any of several different items with one key may count. */
type KeyedItems = ReadonlyMap<string, readonly JsonObject[]>;

export interface KeyedPair {
  readonly before: KeyedItems;
  readonly after: KeyedItems;
  /** Whether nothing else in the two lists differs. */
  readonly isWhole: boolean;
}

/**
 * Items of two lists by what tells them apart. An item without a key is unknown beside all others: it hides nothing that is known
 * of them.
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
  const nameOf = (one: JsonObject): string => stringAt(one, key) ?? '';
  const items = Map.groupBy((all ?? []).filter(isJsonObject), nameOf);
  const differing = new Map([...items].map(([name, same]) => [name, firstAndLast(same)]));
  const isWhole =
    !items.has('') &&
    all?.every(isJsonObject) === true &&
    [...differing.values()].every(({ isWhole: isAll }) => isAll);
  differing.delete('');
  return { items: new Map([...differing].map(([name, { items: ends }]) => [name, ends])), isWhole };
}

/** The first and the last of different items with one key: either may count. `isWhole`: no others are between them. */
export function firstAndLast(items: readonly JsonObject[]): {
  readonly items: readonly JsonObject[];
  readonly isWhole: boolean;
} {
  if (items.length < 2) {
    return { items, isWhole: true };
  }
  const all = [...new Map(items.map((one) => [canonicalText(one, undefined), one])).values()];
  return { items: all.length > 2 ? [...all.slice(0, 1), ...all.slice(-1)] : all, isWhole: all.length <= 2 };
}

/** Whether these say the same, one by one. */
export function areAlike(items: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  const text = (list: readonly JsonObject[]): string => canonicalText([...list], undefined);
  return text(items) === text(others);
}
