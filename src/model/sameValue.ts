import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from './json.ts';

/** Exact equality: number lexemes, and members in any order. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) {
    return true;
  }
  if (a instanceof JsonNumber) {
    return b instanceof JsonNumber && a.lexeme === b.lexeme;
  }
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  }
  if (isJsonObject(a) && isJsonObject(b) && a.size === b.size) {
    return Array.from(a).every(([key, member]) => b.has(key) && sameValue(member, b.get(key)));
  }
  return false;
}
