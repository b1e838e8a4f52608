import { isJsonObject, JsonNumber, type JsonArray, type JsonValue } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import { changeOf, opposite, plainChange, together, type Change } from './change.ts';
import type { RuleField } from '../../policy/fieldTypes.ts';

/** Compares lists of denied, allowed or excepted items. */
export function listChange({ compares, items }: RuleField, from: JsonArray, to: JsonArray): Change {
  const isAllowed = compares === 'allowed';
  const isKnown = isAllowed || compares === 'denied' || compares === 'exceptions';
  if (!isKnown || (isAllowed && (from.length === 0 || to.length === 0))) {
    return plainChange.unknown;
  }
  const isWhole = items?.compares === 'whole';
  const comparable = (item: JsonValue): string | undefined => (isWhole ? textOf(item) : plainText(item));
  const [before = new Set(), after = new Set()] = [from, to].map(
    (list) => new Set(list.flatMap((item) => comparable(item) ?? [])),
  );
  const change = changeOf({
    someStricter: [...after].some((item) => !before.has(item)),
    someWeaker: [...before].some((item) => !after.has(item)),
    someUnknown: false,
  });
  // The order of texts and of ports does not matter. The order of other items may, and so may a repeated item.
  const others = (list: JsonArray): string =>
    list
      .map(textOf)
      .filter((text, at) => {
        const item = list[at] ?? null;
        return comparable(item) !== text || (isWhole && before.has(text) && after.has(text));
      })
      .join('\n');
  return together([
    compares === 'denied' ? change : opposite(change),
    others(from) === others(to) ? plainChange.same : plainChange.unknown,
  ]);
}

/** The comparable part of an item: a text, or the two ends of a range. */
function plainText(item: JsonValue): string | undefined {
  if (typeof item === 'string') {
    return textOf(item);
  }
  const ends = isJsonObject(item)
    ? [...item].filter(([key, value]) => ['start', 'end'].includes(key) && value instanceof JsonNumber)
    : [];
  return ends.length > 0 ? textOf(new Map(ends)) : undefined;
}

/** The text of an item. Even an empty item matters. */
function textOf(value: JsonValue): string {
  return canonicalText(value, undefined);
}
