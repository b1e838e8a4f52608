import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { memberText } from '../../policy/canonical.ts';
import { levelAmong, opposite, rising, together, type Change, type Way } from './change.ts';
import { listChange } from './listChange.ts';
import type { Sensors } from './sensors.ts';

/** Two rules, or applications of rules, that take effect: what one lets through says nothing as long as it protects nothing. */
export function wholeChange(sensors: Sensors, from: JsonObject, to: JsonObject): Change {
  const change = sensorChange(sensors, from, to);
  const [old, now] = [changeFromNothing(sensors, from), changeFromNothing(sensors, to)];
  if (change === 'same' || (old !== 'same' && now !== 'same')) {
    return change;
  }
  return old === now ? 'unknown' : old === 'same' ? now : opposite(old);
}

/** Two rules, or parts of rules, that both take effect. */
export function sensorChange(sensors: Sensors, from: JsonObject, to: JsonObject): Change {
  return together(sensorWays(sensors, from, to).map(({ change }) => change));
}

/** Member by member. */
export function sensorWays(sensors: Sensors, from: JsonObject, to: JsonObject): readonly Way[] {
  return [...new Set([...from.keys(), ...to.keys()])].map((key) => {
    const [old, now] = [governed(sensors, from, key), governed(sensors, to, key)];
    return { what: key, change: memberChange(sensors, key, old, now) };
  });
}

/** From nothing to a rule, or part of one: as far as anything in it protects. */
export function changeFromNothing(sensors: Sensors, to: JsonObject): Change {
  const changes = new Set([...to.keys()].map((key) => gain(sensors, key, governed(sensors, to, key))));
  return changes.has('stricter') ? 'stricter' : changes.has('unknown') ? 'unknown' : 'same';
}

function gain(sensors: Sensors, key: string, value: JsonValue | undefined): Change {
  if (textOf(value) === '' || sensors.details.has(key)) {
    return 'same';
  }
  if (typeof value === 'string') {
    return sensors.words.has(key) ? rising(0, levelAmong(sensors.levels, value)) : 'unknown';
  }
  if (value === true) {
    return sensors.more.has(key) ? 'stricter' : sensors.less.has(key) ? 'same' : 'unknown';
  }
  if (isJsonObject(value) && sensors.objects.has(key)) {
    const isOff = offState(sensors, key, value);
    return isOff
      ? restOf(sensors, value, isOff).size > 0
        ? 'unknown'
        : 'same'
      : changeFromNothing(sensors, value);
  }
  if (isJsonArray(value)) {
    const part = partOf(sensors, key);
    if (part !== undefined) {
      return partsChange(sensors, part, [], value);
    }
    const isLetThrough = sensors.allowed.has(key) || sensors.exceptions.has(key);
    return sensors.denied.has(key) ? 'stricter' : isLetThrough ? 'same' : 'unknown';
  }
  return 'unknown';
}

function memberChange(
  sensors: Sensors,
  key: string,
  from: JsonValue | undefined,
  to: JsonValue | undefined,
): Change {
  if (textOf(from) === textOf(to)) {
    return 'same';
  }
  if (sensors.details.has(key)) {
    return 'unknown';
  }
  if (isFlag(from) && isFlag(to) && (sensors.more.has(key) || sensors.less.has(key))) {
    const change = rising(Number(from === true), Number(to === true));
    return sensors.more.has(key) ? change : opposite(change);
  }
  if (typeof from === 'string' && typeof to === 'string' && sensors.words.has(key)) {
    return rising(levelAmong(sensors.levels, from), levelAmong(sensors.levels, to));
  }
  if (isList(from) && isList(to)) {
    const part = partOf(sensors, key);
    return part === undefined
      ? listChange(sensors, key, from ?? [], to ?? [])
      : partsChange(sensors, part, from ?? [], to ?? []);
  }
  // Of a part that is not there it is not known what it does.
  return isJsonObject(from) && isJsonObject(to) && sensors.objects.has(key)
    ? objectChange(sensors, key, from, to)
    : 'unknown';
}

/** One that is off does nothing; what is not known of it counts all the same. */
function objectChange(sensors: Sensors, key: string, from: JsonObject, to: JsonObject): Change {
  const [offFrom, offTo] = [offState(sensors, key, from), offState(sensors, key, to)];
  if (!offFrom && !offTo) {
    return sensorChange(sensors, from, to);
  }
  const rest = (object: JsonObject, isOff: OffState): string =>
    textOf(isOff ? restOf(sensors, object, isOff) : unknownOf(sensors, object));
  if (rest(from, offFrom) !== rest(to, offTo)) {
    return 'unknown';
  }
  return offFrom
    ? offTo
      ? 'same'
      : changeFromNothing(sensors, to)
    : opposite(changeFromNothing(sensors, from));
}

type OffState = 'switch' | 'effect' | undefined;

/** Whether a part is off: by its switch, or by an effect that is all that counts in it. */
function offState(sensors: Sensors, key: string, object: JsonObject): OffState {
  const isSwitched =
    (sensors.disabled.has(key) && object.get('disabled') === true && !object.has('effect')) ||
    (sensors.enabled.has(key) && isFlag(object.get('enabled')) && object.get('enabled') !== true);
  return isSwitched ? 'switch' : isOffByEffect(sensors, object) ? 'effect' : undefined;
}

function isOffByEffect(sensors: Sensors, object: JsonObject): boolean {
  const under = sensors.governed['effect'];
  return (
    object.get('effect') === 'disable' &&
    [...object.keys()].every(
      (key) => key === 'effect' || under?.has(key) || (!isKnown(sensors, key) && !sensors.objects.has(key)),
    )
  );
}

/** What counts of a part that is off. */
function restOf(sensors: Sensors, object: JsonObject, off: 'switch' | 'effect'): JsonObject {
  const isSwitch = (key: string): boolean => off === 'switch' && (key === 'disabled' || key === 'enabled');
  return new Map([...unknownOf(sensors, object)].filter(([key]) => !isSwitch(key)));
}

/** The members of a part that Ordinance does not know, at any depth. */
function unknownOf(sensors: Sensors, object: JsonObject): JsonObject {
  return new Map(
    [...object].flatMap(([key, value]): [string, JsonValue][] => {
      if (isJsonObject(value) && sensors.objects.has(key)) {
        const rest = unknownOf(sensors, value);
        return rest.size > 0 ? [[key, rest]] : [];
      }
      return isKnown(sensors, key) || (key === 'disabled' && value !== true) ? [] : [[key, value]];
    }),
  );
}

function isKnown(sensors: Sensors, key: string): boolean {
  const { words, more, less, denied, allowed, exceptions, details, parts } = sensors;
  return (
    [words, more, less, denied, allowed, exceptions, details].some((set) => set.has(key)) ||
    Object.hasOwn(parts, key)
  );
}

/** Parts that have an id of their own, such as the applications of a rule; each takes effect by itself. */
function partsChange(sensors: Sensors, member: string, from: JsonArray, to: JsonArray): Change {
  const byId = (list: JsonArray): ReadonlyMap<string, JsonObject> | undefined => {
    const parts = list.filter(isJsonObject);
    const ids = new Map(parts.map((part) => [textOf(part.get(member)), part]));
    return ids.size === list.length ? ids : undefined;
  };
  const [before, after] = [byId(from), byId(to)];
  if (!before || !after) {
    return 'unknown';
  }
  const common = [...before.keys()].filter((id) => after.has(id));
  if ([...after.keys()].filter((id) => before.has(id)).some((id, at) => id !== common[at])) {
    return 'unknown';
  }
  return together(
    [...new Set([...before.keys(), ...after.keys()])].map((id) => {
      const [old, now] = [before.get(id), after.get(id)];
      if (old && now) {
        return wholeChange(sensors, old, now);
      }
      return now
        ? changeFromNothing(sensors, now)
        : opposite(changeFromNothing(sensors, old ?? new Map<string, JsonValue>()));
    }),
  );
}

function partOf(sensors: Sensors, key: string): string | undefined {
  return Object.hasOwn(sensors.parts, key) ? sensors.parts[key] : undefined;
}

/** What its effect leaves without any is as good as absent. */
function governed(sensors: Sensors, object: JsonObject, key: string): JsonValue | undefined {
  const isIdle = Object.entries(sensors.governed).some(
    ([effect, members]) => members.has(key) && object.get(effect) === 'disable',
  );
  return isIdle && !sensors.details.has(key) ? undefined : object.get(key);
}

function isFlag(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || typeof value === 'boolean';
}

function isList(value: JsonValue | undefined): value is JsonArray | undefined | null {
  return value === undefined || value === null || isJsonArray(value);
}

/** Empty for everything that counts as absent. */
function textOf(value: JsonValue | undefined): string {
  return memberText(value, undefined);
}
