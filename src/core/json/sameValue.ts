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
  if (!isJsonObject(a) || !isJsonObject(b) || a.size !== b.size) {
    return false;
  }
  // Two readings of one text have their members in the same order: nothing needs to be looked up for that.
  const members = b.entries();
  for (const [key, value] of a) {
    const member = members.next().value;
    const isThere =
      member?.[0] === key ? sameValue(value, member[1]) : b.has(key) && sameValue(value, b.get(key));
    if (!isThere) {
      return false;
    }
  }
  return true;
}
