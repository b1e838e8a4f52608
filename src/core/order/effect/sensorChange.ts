import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { memberText } from '../../policy/canonical.ts';
import { together, rising, type Change } from './change.ts';
import type { Sensors } from './sensors.ts';
import { opposite } from './vulnerabilityChange.ts';

/** Two rules, or parts of rules, that both take effect. */
export function sensorChange(sensors: Sensors, from: JsonObject, to: JsonObject): Change {
  return together(
    [...new Set([...from.keys(), ...to.keys()])].map((key) => {
      const [old, now] = [governed(sensors, from, key), governed(sensors, to, key)];
      return memberChange(sensors, key, old, now);
    }),
  );
}

/** From nothing to a rule, or part of one: as far as anything in it protects. */
export function changeFromNothing(sensors: Sensors, to: JsonObject): Change {
  const changes = new Set([...to.keys()].map((key) => gain(sensors, key, governed(sensors, to, key))));
  return changes.has('stricter') ? 'stricter' : changes.has('not known') ? 'not known' : 'same';
}

function gain(sensors: Sensors, key: string, value: JsonValue | undefined): Change {
  if (textOf(value) === '' || sensors.less.has(key) || sensors.other.has(key)) {
    return 'same';
  }
  if (typeof value === 'string') {
    const isWord = /effect$|protection$|analysis$/i.test(key) || value in sensors.levels;
    return isWord ? rising(0, sensors.levels[value] ?? Number.NaN) : 'same';
  }
  if (value === true) {
    return sensors.more.has(key) ? 'stricter' : 'not known';
  }
  if (isJsonObject(value)) {
    return isOff(value) ? 'same' : changeFromNothing(sensors, value);
  }
  if (isJsonArray(value)) {
    if (key in sensors.parts) {
      return partsChange(sensors, sensors.parts[key] ?? '', [], value);
    }
    const isLetThrough = sensors.allowed.has(key) || sensors.exceptions.has(key);
    return sensors.denied.has(key) ? 'stricter' : isLetThrough ? 'same' : 'not known';
  }
  return 'same';
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
  if (sensors.other.has(key)) {
    return 'not known';
  }
  if (sensors.more.has(key) || sensors.less.has(key)) {
    const change = rising(Number(from === true), Number(to === true));
    return sensors.more.has(key) ? change : opposite(change);
  }
  if (typeof from === 'string' && typeof to === 'string') {
    return rising(sensors.levels[from] ?? Number.NaN, sensors.levels[to] ?? Number.NaN);
  }
  if (isList(from) && isList(to)) {
    return listChange(sensors, key, from ?? [], to ?? []);
  }
  if (isObject(from) && isObject(to)) {
    const [old, now] = [from && !isOff(from) ? from : undefined, to && !isOff(to) ? to : undefined];
    if (!old || !now) {
      // Of a part that is not there it is not known what it does; one that is off does nothing.
      return (from === undefined && now) || (to === undefined && old)
        ? 'not known'
        : old
          ? opposite(changeFromNothing(sensors, old))
          : now
            ? changeFromNothing(sensors, now)
            : 'same';
    }
    return sensorChange(sensors, old, now);
  }
  return 'not known';
}

function listChange(sensors: Sensors, key: string, from: JsonArray, to: JsonArray): Change {
  const member = sensors.parts[key];
  if (member !== undefined) {
    return partsChange(sensors, member, from, to);
  }
  const isAllowed = sensors.allowed.has(key);
  if (!isAllowed && !sensors.denied.has(key) && !sensors.exceptions.has(key)) {
    return 'not known';
  }
  if (isAllowed && (from.length === 0 || to.length === 0)) {
    return 'not known';
  }
  const [before, after] = [new Set(from.map(textOf)), new Set(to.map(textOf))];
  const change = together([
    [...after].some((one) => !before.has(one)) ? 'stricter' : 'same',
    [...before].some((one) => !after.has(one)) ? 'milder' : 'same',
  ]);
  return sensors.denied.has(key) ? change : opposite(change);
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
    return 'not known';
  }
  const common = [...before.keys()].filter((id) => after.has(id));
  if ([...after.keys()].filter((id) => before.has(id)).some((id, at) => id !== common[at])) {
    return 'not known';
  }
  return together(
    [...new Set([...before.keys(), ...after.keys()])].map((id) => {
      const [old, now] = [before.get(id), after.get(id)];
      if (old && now) {
        return sensorChange(sensors, old, now);
      }
      return now
        ? changeFromNothing(sensors, now)
        : opposite(changeFromNothing(sensors, old ?? new Map<string, JsonValue>()));
    }),
  );
}

/** A list that its effect leaves without any is as good as empty. */
function governed(sensors: Sensors, object: JsonObject, key: string): JsonValue | undefined {
  const isIdle = Object.entries(sensors.governed).some(
    ([effect, lists]) => lists.includes(key) && object.get(effect) === 'disable',
  );
  return isIdle ? [] : object.get(key);
}

function isOff(object: JsonObject): boolean {
  return (
    object.get('disabled') === true || object.get('effect') === 'disable' || object.get('enabled') === false
  );
}

function isList(value: JsonValue | undefined): value is JsonArray | undefined | null {
  return value === undefined || value === null || isJsonArray(value);
}

function isObject(value: JsonValue | undefined): value is JsonObject | undefined {
  return value === undefined || isJsonObject(value);
}

/** Empty for everything that counts as absent. */
function textOf(value: JsonValue | undefined): string {
  return memberText(value, undefined);
}
