import { isJsonArray, isJsonObject } from '../../src/core/json/json.ts';
import type { JsonValue } from '../../src/core/json/json.ts';
import { parseJson } from '../../src/core/json/jsonText.ts';
import { writeJson } from '../../src/core/json/writeJson.ts';

/** Changes a body; text that is not JSON stays as it is. */
function changed(body: Buffer, change: (value: JsonValue) => JsonValue): Buffer {
  try {
    return Buffer.from(writeJson(change(parseJson(body.toString()))));
  } catch {
    return body;
  }
}

/** Returns the policy with only so many items of each of its lists. */
export function firstRules(body: Buffer, count: number): Buffer {
  return changed(body, (policy) =>
    isJsonObject(policy)
      ? new Map(
          [...policy].map(
            ([key, value]) => [key, isJsonArray(value) ? value.slice(0, count) : value] as const,
          ),
        )
      : policy,
  );
}

/** Returns the policy without fields of these names, at any depth. */
export function withoutFields(body: Buffer, names: ReadonlySet<string>): Buffer {
  const cut = (value: JsonValue): JsonValue =>
    isJsonArray(value)
      ? value.map(cut)
      : isJsonObject(value)
        ? new Map(
            [...value].filter(([key]) => !names.has(key)).map(([key, inner]) => [key, cut(inner)] as const),
          )
        : value;
  return changed(body, cut);
}
