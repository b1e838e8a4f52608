import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { PolicyKind } from '../families.ts';

/** A document without its arrays of rules, which are merged on their own. */
export function withoutRules(kind: PolicyKind, document: JsonObject): JsonObject {
  const arrays = new Set<string>(kind.arrays.map(({ key }) => key));
  return new Map([...document].filter(([key]) => !arrays.has(key)));
}

/** The merged members and arrays as one document, in the order of `mine`. */
export function* joined(
  kind: PolicyKind,
  mine: JsonObject,
  head: JsonValue | undefined,
  mergeArray: (key: string) => Generator<true | void, JsonArray, void>,
): Generator<true | void, JsonObject, void> {
  const arrays = new Set<string>(kind.arrays.map(({ key }) => key));
  const members = isJsonObject(head) ? head : new Map<string, JsonValue>();
  const merged = new Map<string, JsonValue>();
  for (const key of new Set([...mine.keys(), ...members.keys(), ...arrays])) {
    const value = arrays.has(key) ? yield* mergeArray(key) : members.get(key);
    if (value !== undefined) {
      merged.set(key, value);
    }
  }
  return merged;
}
