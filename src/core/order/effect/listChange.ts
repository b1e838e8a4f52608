import { isJsonObject, JsonNumber, type JsonArray, type JsonValue } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import { opposite, together, type Change } from './change.ts';
import type { Sensors } from './sensors.ts';

/** Of a list of what is denied, allowed or excepted; which of them it is says its name. */
export function listChange(sensors: Sensors, key: string, from: JsonArray, to: JsonArray): Change {
  const isAllowed = sensors.allowed.has(key);
  if (!isAllowed && !sensors.denied.has(key) && !sensors.exceptions.has(key)) {
    return 'unknown';
  }
  if (isAllowed && (from.length === 0 || to.length === 0)) {
    return 'unknown';
  }
  const items = [...from, ...to];
  const isPlain = items.every(isPlainItem);
  if (!isPlain && !detailed.has(key)) {
    return 'unknown';
  }
  const [before, after] = [new Set(from.map(textOf)), new Set(to.map(textOf))];
  // The order of texts and of ports says nothing. That of what is more than that may, and so may a second one of the same.
  const common = (list: JsonArray): string =>
    list
      .map(textOf)
      .filter((one) => before.has(one) && after.has(one))
      .join('\n');
  if (!isPlain && common(from) !== common(to)) {
    return 'unknown';
  }
  const change = together([
    [...after].some((one) => !before.has(one)) ? 'stricter' : 'same',
    [...before].some((one) => !after.has(one)) ? 'weaker' : 'same',
  ]);
  return sensors.denied.has(key) ? change : opposite(change);
}

/** Lists of objects that are known as a whole. */
const detailed: ReadonlySet<string> = new Set([
  'fileIntegrityRules',
  'logInspectionRules',
  'exceptionFields',
]);

function isPlainItem(item: JsonValue): boolean {
  return (
    typeof item === 'string' ||
    (isJsonObject(item) &&
      [...item].every(([key, value]) => ['start', 'end'].includes(key) && value instanceof JsonNumber))
  );
}

/** As an item, where even an empty one holds a place. */
function textOf(value: JsonValue): string {
  return canonicalText(value, undefined);
}
