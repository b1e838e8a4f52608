import { isJsonObject, stringAt, type JsonObject } from '../../json/json.ts';
import { memberText } from '../../policy/canonical.ts';
import { readableListAt } from './thresholds.ts';

type KeyedItems = ReadonlyMap<string, JsonObject>;

export interface KeyedPair {
  readonly before: KeyedItems;
  readonly after: KeyedItems;
  /** Whether these are all items. If not, only those are here that are known on both sides: any other may be missing or not. */
  readonly isWhole: boolean;
}

/** Items of two lists by what tells them apart. An item without it, or a second one with the same, is known on no side. */
export function keyedPair(from: JsonObject, to: JsonObject, list: string, key: string): KeyedPair {
  const [before, after] = [keyedBy(from, list, key), keyedBy(to, list, key)];
  if (before.isWhole && after.isWhole) {
    return { before: before.items, after: after.items, isWhole: true };
  }
  const text = (rule: JsonObject): string => memberText(rule.get(list), undefined);
  const common = (items: KeyedItems, other: KeyedItems): KeyedItems =>
    new Map([...items].filter(([name]) => other.has(name)));
  return {
    before: common(before.items, after.items),
    after: common(after.items, before.items),
    isWhole: text(from) === text(to),
  };
}

function keyedBy(
  rule: JsonObject,
  list: string,
  key: string,
): { readonly items: KeyedItems; readonly isWhole: boolean } {
  const all = readableListAt(rule, list);
  const items = new Map<string, JsonObject>();
  const several = new Set<string>(['']);
  for (const one of (all ?? []).filter(isJsonObject)) {
    const name = stringAt(one, key) ?? '';
    if (items.has(name)) {
      several.add(name);
    }
    items.set(name, one);
  }
  several.forEach((name) => items.delete(name));
  return { items, isWhole: items.size === all?.length };
}
