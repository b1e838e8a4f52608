import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from './json.ts';

/** Compares exactly: numbers by lexeme, and object keys in any order. */
export function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) {
    return true;
  }
  if (isJsonObject(a)) {
    return isJsonObject(b) && a.size === b.size && sameMembers(a, b);
  }
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && sameItems(a, b);
  }
  return a instanceof JsonNumber && b instanceof JsonNumber && a.lexeme === b.lexeme;
}

/** Two readings of one text have the same key order, so most comparisons need no lookup. */
function sameMembers(a: JsonObject, b: JsonObject): boolean {
  const keys = b.keys();
  const values = b.values();
  for (const [key, value] of a) {
    const inTurn = keys.next().value;
    const other = values.next().value;
    if (inTurn === key ? !sameValue(value, other) : !b.has(key) || !sameValue(value, b.get(key))) {
      return false;
    }
  }
  return true;
}

function sameItems(a: JsonArray, b: JsonArray): boolean {
  for (let at = 0; at < a.length; at++) {
    if (!sameValue(a[at], b[at])) {
      return false;
    }
  }
  return true;
}
