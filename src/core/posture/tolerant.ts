import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/json.ts';
import { parseJson } from '../json/jsonText.ts';
import { writeJson } from '../json/writeJson.ts';

/**
 * Any value as text for a person: numbers and flags as written, structures as JSON. Undefined for null and
 * blank text.
 */
export function asText(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (typeof value === 'string') {
    return value.trim() === '' ? undefined : value;
  }
  if (value instanceof JsonNumber) {
    return value.lexeme;
  }
  return typeof value === 'boolean' ? String(value) : writeJson(value);
}

/** The text of the first of these fields that has one. */
export function firstText(object: JsonObject, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const words = asText(object.get(key));
    if (words !== undefined) {
      return words;
    }
  }
  return undefined;
}

/** A boolean, also one that is written as text; undefined for anything else. */
export function flagAt(object: JsonObject, key: string): boolean | undefined {
  const value = object.get(key);
  if (typeof value === 'boolean') {
    return value;
  }
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/**
 * The rows of a value that should be a list: the list itself, a list under `items` or a similar field, a list
 * written as text, or a single row. Other values have no rows.
 */
export function rowsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).filter(isJsonObject);
}

/** Reads a list whose items may have any type. */
export function listOf(value: JsonValue | undefined, depth = 0): readonly JsonValue[] {
  if (isJsonArray(value)) {
    return value;
  }
  if (isJsonObject(value)) {
    const wrapped = ['items', 'data', 'results', 'value', 'values']
      .map((key) => value.get(key))
      .find((member) => isJsonArray(member));
    if (isJsonArray(wrapped)) {
      return wrapped;
    }
    // `items` may be null for an empty list, or a list written as text.
    return value.has('items') ? listOf(value.get('items'), depth + 1) : value.size > 0 ? [value] : [];
  }
  if (typeof value === 'string' && depth < 2 && /^\s*[[{]/.test(value)) {
    try {
      return listOf(parseJson(value), depth + 1);
    } catch {
      return [];
    }
  }
  return [];
}

/** The items of a list as texts, without null and blank items. */
export function textsOf(value: JsonValue | undefined): readonly string[] {
  return listOf(value).flatMap((item) => asText(item) ?? []);
}

/** The value if it is an object, else the first row of a list. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : (rowsOf(value)[0] ?? new Map<string, JsonValue>());
}

/** A time as ISO text; undefined for an invalid time and for the year 1, which means never. */
export function timeAt(object: JsonObject, key: string): string | undefined {
  const text = asText(object.get(key));
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) || new Date(time).getUTCFullYear() <= 1
    ? undefined
    : new Date(time).toISOString();
}
