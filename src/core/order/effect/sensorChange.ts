import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  JsonNumber,
} from '../../json/json.ts';
import { memberText, canonicalText } from '../../policy/canonical.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { memberField, ruleFieldsOf } from '../../policy/ruleFields.ts';
import {
  isSingle,
  levelAmong,
  opposite,
  plainChange,
  rising,
  together,
  type Change,
  type Way,
  changeOf,
} from './change.ts';
import { keyedPairs, pairChange } from './keyedItems.ts';
import { isFlag, isLookedInto, restOfOff, uncompared } from './uncompared.ts';
import type { RuleField } from '../../policy/fieldTypes.ts';

const { same, stricter, unknown } = plainChange;

/** The meaning of an absent field: an unknown default of the console, or a part that does nothing. */
type Absent = 'unknown' | 'nothing';

type NameOf = (key: string) => string;

/** Compares rules with sensors, field by field, as their schema describes them. A field that no schema describes is unknown. */
export class SensorComparison {
  readonly #rule: RuleField;
  readonly #levels: readonly string[];

  constructor(kind: PolicyKind) {
    this.#rule = ruleFieldsOf(kind);
    this.#levels = kind.levels;
  }

  /** Undefined means that no rule applies. */
  change(from: JsonObject | undefined, to: JsonObject | undefined): Change {
    return this.#partChange(this.#rule, from, to);
  }

  /** Returns one way per field. */
  ways(from: JsonObject, to: JsonObject): readonly Way[] {
    return this.#ways(this.#rule, from, to, (key) => key);
  }

  /** Compares two rules, or applications of rules. The exceptions of one that protects nothing do not matter. */
  #partChange(field: RuleField, from: JsonObject | undefined, to: JsonObject | undefined): Change {
    if (!from || !to) {
      return together([this.#fromNothing(field, to), opposite(this.#fromNothing(field, from))]);
    }
    const change = this.#objectChange(field, from, to, 'unknown');
    if (change === same) {
      return same;
    }
    const [old, now] = [this.#fromNothing(field, from), this.#fromNothing(field, to)];
    if (old === same || now === same) {
      return old === now ? unknown : together([now, opposite(old)]);
    }
    return old === now ? change : this.#objectChange(field, from, to, 'nothing');
  }

  /** Compares two rules, or parts of rules, that are both on. */
  #objectChange(field: RuleField, from: JsonObject, to: JsonObject, absent: Absent): Change {
    return together(
      members(field, from, to).map(({ member, old, now }) => this.#memberChange(member, old, now, absent)),
    );
  }

  #ways(field: RuleField, from: JsonObject, to: JsonObject, nameOf: NameOf): readonly Way[] {
    return members(field, from, to).map(({ key, member, old, now }) => {
      const what = nameOf(key);
      const change = this.#memberChange(member, old, now, 'unknown');
      return isSingle(change)
        ? { what, change }
        : { what, change, parts: () => this.#parts(key, member, old, now, nameOf) };
    });
  }

  /** Returns one way per item of a list with keys, or per field of an object. */
  #parts(
    key: string,
    field: RuleField,
    old: JsonValue | undefined,
    now: JsonValue | undefined,
    nameOf: NameOf,
  ): readonly Way[] {
    if (field.key !== undefined && isList(old) && isList(now)) {
      return this.#itemWays(field, old ?? [], now ?? [], partNames[key] ?? key, nameOf(key));
    }
    return isJsonObject(old) && isJsonObject(now)
      ? this.#ways(field, old, now, (inner) => nameOf(`${key}.${inner}`))
      : [];
  }

  /** Compares independent parts with an id, such as the applications of a rule. */
  #itemWays(
    { key = '', items = {} }: RuleField,
    from: JsonArray,
    to: JsonArray,
    noun = '',
    list = '',
  ): readonly Way[] {
    const { pairs, isWhole, isOrderAlike } = keyedPairs(from, to, (part) => textOf(part.get(key)));
    const ways = pairs.map((pair): Way => {
      const what = `${noun} ${pair.key}`;
      const change = pairChange(pair, (old, now) => this.#partChange(items, old, now));
      const [[old, ...olds], [now, ...nows]] = [pair.olds, pair.nows];
      return !old || !now || olds.length + nows.length > 0 || isSingle(change)
        ? { what, change }
        : { what, change, parts: () => this.#ways(items, old, now, (inner) => `${inner} of ${what}`) };
    });
    return isWhole && isOrderAlike ? ways : [...ways, { what: list, change: unknown }];
  }

  /** Compares a rule, or a part of a rule, with none. */
  #fromNothing(field: RuleField, to: JsonObject = new Map()): Change {
    const change = together(
      [...to.keys()].map((key) => this.#gain(memberField(field, key), governed(field, to, key))),
    );
    // No rule protects less than none, so an unknown part is no danger beside a known protection.
    return change.someStricter ? stricter : change;
  }

  #gain(field: RuleField, value: JsonValue | undefined): Change {
    if (textOf(value) === '') {
      return same;
    }
    if (field.key !== undefined && isJsonArray(value)) {
      return together(this.#itemWays(field, [], value).map(({ change }) => change));
    }
    switch (field.compares) {
      case 'detail':
        return same;
      case 'word':
        return rising(0, levelAmong(this.#levels, value));
      case 'more':
        return value === true ? stricter : unknown;
      case 'less':
        return value === true ? same : unknown;
      case 'denied':
        return isJsonArray(value) ? stricter : unknown;
      case 'allowed':
      case 'exceptions':
        return isJsonArray(value) ? same : unknown;
      case 'inside':
      case 'listed':
        return isJsonObject(value) ? this.#gainOfObject(field, value) : unknown;
      case 'whole':
      case 'code':
      case 'noise':
      case undefined:
      default:
        return unknown;
    }
  }

  #gainOfObject(field: RuleField, value: JsonObject): Change {
    const rest = restOfOff(field, value);
    return !rest ? this.#fromNothing(field, value) : rest.size > 0 ? unknown : same;
  }

  #memberChange(
    field: RuleField,
    from: JsonValue | undefined,
    to: JsonValue | undefined,
    absent: Absent,
  ): Change {
    const { compares, key } = field;
    const [before, after] = [textOf(from), textOf(to)];
    if (before === after) {
      return same;
    }
    const isOneAbsent = before === '' || after === '';
    if (isOneAbsent && absent === 'nothing') {
      return together([this.#gain(field, to), opposite(this.#gain(field, from))]);
    }
    if (compares === 'detail') {
      return unknown;
    }
    if ((compares === 'more' || compares === 'less') && isFlag(from) && isFlag(to)) {
      const change = rising(Number(from === true), Number(to === true));
      return compares === 'more' ? change : opposite(change);
    }
    if (compares === 'word' && typeof from === 'string' && typeof to === 'string') {
      return rising(levelAmong(this.#levels, from), levelAmong(this.#levels, to));
    }
    if (isList(from) && isList(to)) {
      return key === undefined
        ? listChange(field, from ?? [], to ?? [])
        : together(this.#itemWays(field, from ?? [], to ?? []).map(({ change }) => change));
    }
    if (isOneAbsent) {
      return before === '' ? this.#knownGain(field, to) : opposite(this.#knownGain(field, from));
    }
    return isJsonObject(from) && isJsonObject(to) && isLookedInto(field)
      ? this.#switchedChange(field, from, to, absent)
      : unknown;
  }

  /**
   * Compares a part with an absent part, which has no effect and no list, so it prevents nothing. No document says
   * whether the console alerts for an absent part, so a part that does nothing may be weaker.
   */
  #knownGain(field: RuleField, value: JsonValue | undefined): Change {
    return isWithoutList(field, value) || this.#gain(field, value) !== stricter ? unknown : stricter;
  }

  /** A part that is off does nothing, but its unknown fields count. */
  #switchedChange(field: RuleField, from: JsonObject, to: JsonObject, absent: Absent): Change {
    const [offFrom, offTo] = [restOfOff(field, from), restOfOff(field, to)];
    if (!offFrom && !offTo) {
      return this.#objectChange(field, from, to, absent);
    }
    const [old, now] = [
      offFrom ? same : this.#fromNothing(field, from),
      offTo ? same : this.#fromNothing(field, to),
    ];
    const isRestAlike = textOf(offFrom ?? uncompared(field, from)) === textOf(offTo ?? uncompared(field, to));
    return together([now, opposite(old), isRestAlike ? same : unknown]);
  }
}

const partNames: Readonly<Record<string, string>> = {
  applicationsSpec: 'application',
  customRules: 'custom rule',
};

function members(field: RuleField, from: JsonObject, to: JsonObject) {
  return [...new Set([...from.keys(), ...to.keys()])].map((key) => ({
    key,
    member: memberField(field, key),
    old: governed(field, from, key),
    now: governed(field, to, key),
  }));
}

/** A part that acts on the items of its lists does nothing without items, whatever its effect. */
function isWithoutList({ compares }: RuleField, value: JsonValue | undefined): boolean {
  return (
    compares === 'listed' &&
    isJsonObject(value) &&
    [...value.values()].every((member) => !isJsonArray(member) || member.length === 0)
  );
}

/** A field that its effect disables counts as absent. */
function governed(field: RuleField, object: JsonObject, key: string): JsonValue | undefined {
  const { governedBy, compares } = memberField(field, key);
  const isIdle = governedBy !== undefined && object.get(governedBy) === 'disable';
  return isIdle && compares !== 'detail' ? undefined : object.get(key);
}

function isList(value: JsonValue | undefined): value is JsonArray | undefined | null {
  return value === undefined || value === null || isJsonArray(value);
}

/** Empty for everything that counts as absent. */
function textOf(value: JsonValue | undefined): string {
  return memberText(value, undefined);
}

/** Compares lists of denied, allowed or excepted items. */
function listChange({ compares, items }: RuleField, from: JsonArray, to: JsonArray): Change {
  const isAllowed = compares === 'allowed';
  const isKnown = isAllowed || compares === 'denied' || compares === 'exceptions';
  if (!isKnown || (isAllowed && (from.length === 0 || to.length === 0))) {
    return unknown;
  }
  const isWhole = items?.compares === 'whole';
  const comparable = (item: JsonValue): string | undefined => (isWhole ? itemText(item) : plainText(item));
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
      .map(itemText)
      .filter((text, at) => {
        const item = list[at] ?? null;
        return comparable(item) !== text || (isWhole && before.has(text) && after.has(text));
      })
      .join('\n');
  return together([
    compares === 'denied' ? change : opposite(change),
    others(from) === others(to) ? same : unknown,
  ]);
}

/** The comparable part of an item: a text, or the two ends of a range. */
function plainText(item: JsonValue): string | undefined {
  if (typeof item === 'string') {
    return itemText(item);
  }
  const ends = isJsonObject(item)
    ? [...item].filter(([key, value]) => ['start', 'end'].includes(key) && value instanceof JsonNumber)
    : [];
  return ends.length > 0 ? itemText(new Map(ends)) : undefined;
}

/** The text of an item. Even an empty item matters. */
function itemText(value: JsonValue): string {
  return canonicalText(value, undefined);
}
