import { fromPlain, isJsonArray, isJsonObject, JsonNumber, stringAt } from '../core/json/json.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import { writeJson } from '../core/json/writeJson.ts';

/** What a threshold of severities can be: none, low, medium, high, critical. */
const severities = [0, 1, 4, 7, 9];
const effects = ['alert', 'block', 'ignore'];

/**
 * What a colleague makes of a member: something else than it is, and than `besides`, that a console takes. Undefined where
 * there is nothing: of a yes or no that somebody turned there is no third.
 */
export function anotherValue(
  now: JsonValue | undefined,
  besides: JsonValue | undefined,
  member: readonly string[],
  collections: ReadonlySet<string>,
): JsonValue | undefined {
  const taken = new Set([now, besides].map((value) => writeJson(value ?? null)));
  return candidates(now ?? besides, member, collections).find((value) => !taken.has(writeJson(value)));
}

/** The rule in another collection, so that it decides for something of its own. */
export function anotherCollection(rule: JsonObject, names: ReadonlySet<string>): JsonObject {
  const other = scopes(rule.get('collections'), names)[0];
  return other ? new Map(rule).set('collections', other) : rule;
}

function candidates(
  value: JsonValue | undefined,
  member: readonly string[],
  collections: ReadonlySet<string>,
): readonly JsonValue[] {
  const key = member.at(-1) ?? '';
  if (typeof value === 'boolean') {
    return [true, false];
  }
  if (value instanceof JsonNumber) {
    const isSeverity = key === 'value' && severities.includes(value.value);
    return (isSeverity ? severities.toReversed() : [1, 2, 3].map((more) => value.value + more)).map(
      fromPlain,
    );
  }
  if (key === 'collections') {
    return scopes(value, collections);
  }
  if (typeof value === 'string' && (key === 'effect' || effects.includes(value))) {
    // Of vulnerability and compliance the console joins effects by itself.
    return value.includes(',') ? value.split(/, */) : effects;
  }
  return typeof value === 'string' || key === 'notes'
    ? ['Changed by a colleague', 'Changed by a colleague, again', 'Changed by a colleague once more']
    : [];
}

/** One collection each, none of which is named now; that for everything is nobody's choice. */
function scopes(now: JsonValue | undefined, names: ReadonlySet<string>): JsonValue[] {
  const used = new Set(
    isJsonArray(now) ? now.map((one) => (isJsonObject(one) ? stringAt(one, 'name') : undefined)) : [],
  );
  return [...names].filter((name) => name !== 'All' && !used.has(name)).map((name) => fromPlain([{ name }]));
}
