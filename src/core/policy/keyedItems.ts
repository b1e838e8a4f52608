import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { canonicalText } from './canonical.ts';

/** Returns the items by their key as a path shows it; undefined when two items share a key, or one has none. */
export function keyedItems(list: JsonValue, keyField: string): Map<string, JsonObject> | undefined {
  const result = new Map<string, JsonObject>();
  if (!isJsonArray(list)) {
    return undefined;
  }
  for (const item of list) {
    const key = isJsonObject(item) ? item.get(keyField) : undefined;
    if (!isJsonObject(item) || key === undefined || key === null) {
      return undefined;
    }
    result.set(shownKey(key), item);
  }
  return result.size === list.length ? result : undefined;
}

/** Ambiguous text is quoted, because it could be read as a number or an index. */
export function shownKey(key: JsonValue): string {
  const isPlain = typeof key === 'string' && /^[\w.:$-]+$/.test(key) && !/^-?\d/.test(key);
  return isPlain ? key : canonicalText(key, undefined);
}
