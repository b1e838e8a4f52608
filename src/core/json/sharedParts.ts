import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from './json.ts';

/**
 * What was just read and nobody else has, with the parts of `like` that say the same: the same members in the same order, numbers
 * written the same. Most of what was read need not be kept then. `value` itself is changed.
 */
export function withPartsOf(like: JsonValue | undefined, value: JsonValue): JsonValue {
  if (isJsonArray(value) && isJsonArray(like)) {
    const items = value as JsonValue[];
    let isSame = items.length === like.length;
    for (let at = 0; at < items.length; at++) {
      items[at] = withPartsOf(like[at], items[at] as JsonValue);
      isSame &&= items[at] === like[at];
    }
    return isSame ? like : items;
  }
  if (isJsonObject(value) && isJsonObject(like)) {
    const object = value as Map<string, JsonValue>;
    let isSame = object.size === like.size;
    for (const [key, member] of object) {
      const before = like.get(key);
      const part = withPartsOf(before, member);
      if (part !== member) {
        object.set(key, part);
      }
      isSame &&= part === before;
    }
    return isSame && hasOrder(object, like) ? like : object;
  }
  const isSame =
    value === like ||
    (value instanceof JsonNumber && like instanceof JsonNumber && value.lexeme === like.lexeme);
  return isSame ? like : value;
}

function hasOrder(object: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean {
  const keys = other.keys();
  for (const key of object.keys()) {
    if (key !== keys.next().value) {
      return false;
    }
  }
  return true;
}
