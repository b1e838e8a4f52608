import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { memberText } from '../../policy/canonical.ts';
import {
  anyOf,
  levelAmong,
  opposite,
  plainChange,
  rising,
  together,
  type Change,
  type Way,
} from './change.ts';
import { firstAndLast } from './keyedItems.ts';
import { listChange } from './listChange.ts';
import type { Sensors } from './sensors.ts';

/** Two rules, or applications of rules, that take effect: what one lets through says nothing as long as it protects nothing. */
export function wholeChange(sensors: Sensors, from: JsonObject, to: JsonObject): Change {
  const change = sensorChange(sensors, from, to);
  const [old, now] = [changeFromNothing(sensors, from), changeFromNothing(sensors, to)];
  if (change === plainChange.same) {
    return change;
  }
  if (old === plainChange.same || now === plainChange.same) {
    return old === now ? plainChange.unknown : old === plainChange.same ? now : opposite(old);
  }
  return old === now ? change : sparseChange(sensors, from, to);
}

/** One of the two is not known to protect anything: what it leaves out does nothing, and what is unknown of it stays unknown. */
function sparseChange(sensors: Sensors, from: JsonObject, to: JsonObject): Change {
  return together(
    [...new Set([...from.keys(), ...to.keys()])].map((key) => {
      const [old, now] = [governed(sensors, from, key), governed(sensors, to, key)];
      if (textOf(old) === '' || textOf(now) === '') {
        return together([gain(sensors, key, now), opposite(gain(sensors, key, old))]);
      }
      const isPart = isJsonObject(old) && isJsonObject(now) && sensors.objects.has(key);
      return isPart && !offState(sensors, key, old) && !offState(sensors, key, now)
        ? sparseChange(sensors, old, now)
        : memberChange(sensors, key, old, now);
    }),
  );
}

/** Two rules, or parts of rules, that both take effect. */
export function sensorChange(sensors: Sensors, from: JsonObject, to: JsonObject): Change {
  return together(memberWays(sensors, from, to).map(({ change }) => change));
}

interface MemberWay {
  readonly key: string;
  readonly old: JsonValue | undefined;
  readonly now: JsonValue | undefined;
  readonly change: Change;
}

function memberWays(sensors: Sensors, from: JsonObject, to: JsonObject): readonly MemberWay[] {
  return [...new Set([...from.keys(), ...to.keys()])].map((key) => {
    const [old, now] = [governed(sensors, from, key), governed(sensors, to, key)];
    return { key, old, now, change: memberChange(sensors, key, old, now) };
  });
}

/** Member by member. A member of which more than one thing is true is told part by part. */
export function sensorWays(
  sensors: Sensors,
  from: JsonObject,
  to: JsonObject,
  nameOf = (key: string): string => key,
): readonly Way[] {
  return memberWays(sensors, from, to).flatMap(({ key, old, now, change }) => {
    const whole = { what: nameOf(key), change };
    if (isSingle(change)) {
      return [whole];
    }
    const part = partOf(sensors, key);
    return part !== undefined && isList(old) && isList(now)
      ? partsWays(sensors, part, old ?? [], now ?? []).flatMap((one) =>
          namedPart(sensors, one, partNames[key] ?? key, whole.what),
        )
      : isJsonObject(old) && isJsonObject(now)
        ? inParts(
            whole,
            sensorWays(sensors, old, now, (inner) => nameOf(`${key}.${inner}`)),
          )
        : [whole];
  });
}

const partNames: Readonly<Record<string, string>> = {
  applicationsSpec: 'application',
  customRules: 'custom rule',
};

function namedPart(
  sensors: Sensors,
  { id, old, now, change }: PartWay,
  noun: string,
  list: string,
): readonly Way[] {
  if (id === undefined) {
    return [{ what: list, change }];
  }
  const what = `${noun} ${id}`;
  return old && now && !isSingle(change)
    ? inParts(
        { what, change },
        sensorWays(sensors, old, now, (key) => `${key} of ${what}`),
      )
    : [{ what, change }];
}

/** The parts, where they say what the whole says. */
function inParts(whole: Way, parts: readonly Way[]): readonly Way[] {
  return together(parts.map(({ change }) => change)) === whole.change ? parts : [whole];
}

function isSingle({ someWeaker, someStricter, someUnknown }: Change): boolean {
  return Number(someWeaker) + Number(someStricter) + Number(someUnknown) < 2;
}

/** From nothing to a rule, or part of one: as far as anything in it protects. */
export function changeFromNothing(sensors: Sensors, to: JsonObject): Change {
  return atLeast([...to.keys()].map((key) => gain(sensors, key, governed(sensors, to, key))));
}

/** Nothing protects less than nothing: what is unknown is no danger beside what is known to protect. */
function atLeast(gains: readonly Change[]): Change {
  const change = together(gains);
  return change.someStricter ? plainChange.stricter : change;
}

function gain(sensors: Sensors, key: string, value: JsonValue | undefined): Change {
  if (textOf(value) === '' || sensors.details.has(key)) {
    return plainChange.same;
  }
  if (typeof value === 'string') {
    return sensors.words.has(key) ? rising(0, levelAmong(sensors.levels, value)) : plainChange.unknown;
  }
  if (value === true) {
    return sensors.more.has(key)
      ? plainChange.stricter
      : sensors.less.has(key)
        ? plainChange.same
        : plainChange.unknown;
  }
  if (isJsonObject(value) && sensors.objects.has(key)) {
    const isOff = offState(sensors, key, value);
    return isOff
      ? restOf(sensors, value, isOff).size > 0
        ? plainChange.unknown
        : plainChange.same
      : changeFromNothing(sensors, value);
  }
  if (isJsonArray(value)) {
    const part = partOf(sensors, key);
    if (part !== undefined) {
      return partsChange(sensors, part, [], value);
    }
    const isLetThrough = sensors.allowed.has(key) || sensors.exceptions.has(key);
    return sensors.denied.has(key)
      ? plainChange.stricter
      : isLetThrough
        ? plainChange.same
        : plainChange.unknown;
  }
  return plainChange.unknown;
}

function memberChange(
  sensors: Sensors,
  key: string,
  from: JsonValue | undefined,
  to: JsonValue | undefined,
): Change {
  if (textOf(from) === textOf(to)) {
    return plainChange.same;
  }
  if (sensors.details.has(key)) {
    return plainChange.unknown;
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
  if (textOf(from) === '') {
    return knownGain(sensors, key, to);
  }
  if (textOf(to) === '') {
    return opposite(knownGain(sensors, key, from));
  }
  return isJsonObject(from) && isJsonObject(to) && sensors.objects.has(key)
    ? objectChange(sensors, key, from, to)
    : plainChange.unknown;
}

/**
 * From a part that is absent to one that is there. An absent part has no effect and no list, so it prevents nothing. Whether the console
 * alerts for it is not documented, so a part that does nothing may be less than none.
 */
function knownGain(sensors: Sensors, key: string, value: JsonValue | undefined): Change {
  return isWithoutList(sensors, key, value) || gain(sensors, key, value) !== plainChange.stricter
    ? plainChange.unknown
    : plainChange.stricter;
}

/** A part that acts on what its lists name acts on nothing without them, whatever its effect. */
function isWithoutList(sensors: Sensors, key: string, value: JsonValue | undefined): boolean {
  return (
    sensors.lists.has(key) &&
    isJsonObject(value) &&
    [...value.values()].every((member) => !isJsonArray(member) || member.length === 0)
  );
}

/** One that is off does nothing; what is not known of it counts all the same. */
function objectChange(sensors: Sensors, key: string, from: JsonObject, to: JsonObject): Change {
  const [offFrom, offTo] = [offState(sensors, key, from), offState(sensors, key, to)];
  if (!offFrom && !offTo) {
    return sensorChange(sensors, from, to);
  }
  const rest = (object: JsonObject, isOff: OffState): string =>
    textOf(isOff ? restOf(sensors, object, isOff) : unknownOf(sensors, object));
  const known = !offFrom
    ? opposite(changeFromNothing(sensors, from))
    : offTo
      ? plainChange.same
      : changeFromNothing(sensors, to);
  return rest(from, offFrom) === rest(to, offTo) ? known : together([known, plainChange.unknown]);
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

/** The fields that matter in a part that is off. */
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
  return together(partsWays(sensors, member, from, to).map(({ change }) => change));
}

/** Part by part, each by its id. Of several parts with one id, any may be the one that counts. */
function partsWays(sensors: Sensors, member: string, from: JsonArray, to: JsonArray): readonly PartWay[] {
  const [{ parts: before, isWhole: isAllBefore }, { parts: after, isWhole: isAllAfter }] = [
    partsById(from, member),
    partsById(to, member),
  ];
  const common = [...before.keys()].filter((id) => after.has(id));
  const isOrderAlike = [...after.keys()].filter((id) => before.has(id)).every((id, at) => id === common[at]);
  return [
    ...[...new Set([...before.keys(), ...after.keys()])].map((id): PartWay => {
      const [olds, nows] = [before.get(id) ?? none, after.get(id) ?? none];
      const changes = (): readonly Change[] =>
        olds.flatMap((old) => nows.map((now) => partChange(sensors, old, now)));
      const isOne = olds.length + nows.length === 2;
      return {
        id,
        old: isOne ? olds[0] : undefined,
        now: isOne ? nows[0] : undefined,
        change: partsText(olds) === partsText(nows) ? plainChange.same : anyOf(changes()),
      };
    }),
    ...(isAllBefore && isAllAfter && isOrderAlike
      ? []
      : [{ id: undefined, old: undefined, now: undefined, change: plainChange.unknown }]),
  ];
}

type Parts = readonly (JsonObject | undefined)[];

const none: Parts = [undefined];

function partsText(parts: Parts): string {
  return textOf(parts.map((part) => part ?? null));
}

function partChange(sensors: Sensors, old: JsonObject | undefined, now: JsonObject | undefined): Change {
  if (old && now) {
    return wholeChange(sensors, old, now);
  }
  return now
    ? changeFromNothing(sensors, now)
    : opposite(changeFromNothing(sensors, old ?? new Map<string, JsonValue>()));
}

interface PartWay {
  /** Undefined for the order of parts, and for what is no part. */
  readonly id: string | undefined;
  readonly old: JsonObject | undefined;
  readonly now: JsonObject | undefined;
  readonly change: Change;
}

function partsById(
  list: JsonArray,
  member: string,
): { readonly parts: ReadonlyMap<string, readonly JsonObject[]>; readonly isWhole: boolean } {
  const groups = Map.groupBy(list.filter(isJsonObject), (part) => textOf(part.get(member)));
  const ends = [...groups].map(([id, same]) => [id, firstAndLast(same)] as const);
  return {
    parts: new Map(ends.map(([id, { items }]) => [id, items])),
    isWhole: list.every(isJsonObject) && ends.every(([, { isWhole }]) => isWhole),
  };
}

function partOf(sensors: Sensors, key: string): string | undefined {
  return Object.hasOwn(sensors.parts, key) ? sensors.parts[key] : undefined;
}

/** A field that its effect disables is as good as absent. */
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
