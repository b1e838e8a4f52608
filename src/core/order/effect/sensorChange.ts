import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { memberText } from '../../policy/canonical.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { memberField, ruleFieldsOf, type RuleField } from '../../policy/ruleFields.ts';
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
import { keyedItems } from './keyedItems.ts';
import { listChange } from './listChange.ts';
import { isFlag, isLookedInto, offState, restOf, unknownOf, type OffState } from './offState.ts';
import { wordLevels } from './wordLevels.ts';

interface MemberWay {
  readonly key: string;
  readonly old: JsonValue | undefined;
  readonly now: JsonValue | undefined;
  readonly change: Change;
}

interface PartWay {
  /** Undefined for the order of parts, and for other items of the list. */
  readonly id: string | undefined;
  readonly old: JsonObject | undefined;
  readonly now: JsonObject | undefined;
  readonly change: Change;
}

/** Compares rules with sensors, field by field, as their schema describes them. A field that no schema describes is unknown. */
export class SensorComparison {
  readonly #rule: RuleField;
  readonly #levels: Readonly<Record<string, number>>;

  constructor(kind: PolicyKind) {
    this.#rule = ruleFieldsOf(kind);
    this.#levels = wordLevels(kind);
  }

  /** Undefined means that no rule applies. */
  change(from: JsonObject | undefined, to: JsonObject | undefined): Change {
    return this.#partChange(this.#rule, from, to);
  }

  /** Returns one way per field. A field with more than one fact has one way per part. */
  ways(from: JsonObject, to: JsonObject): readonly Way[] {
    return this.#ways(this.#rule, from, to, (key) => key);
  }

  #partChange(field: RuleField, from: JsonObject | undefined, to: JsonObject | undefined): Change {
    return from && to
      ? this.#wholeChange(field, from, to)
      : to
        ? this.#fromNothing(field, to)
        : opposite(this.#fromNothing(field, from ?? new Map<string, JsonValue>()));
  }

  /** Compares two rules, or applications of rules. The exceptions of one that protects nothing do not matter. */
  #wholeChange(field: RuleField, from: JsonObject, to: JsonObject): Change {
    const change = this.#objectChange(field, from, to);
    const [old, now] = [this.#fromNothing(field, from), this.#fromNothing(field, to)];
    if (change === plainChange.same) {
      return change;
    }
    if (old === plainChange.same || now === plainChange.same) {
      return old === now ? plainChange.unknown : old === plainChange.same ? now : opposite(old);
    }
    return old === now ? change : this.#sparseChange(field, from, to);
  }

  /** Compares rules of which one may protect nothing. Its absent fields do nothing, and its unknown fields are unknown. */
  #sparseChange(field: RuleField, from: JsonObject, to: JsonObject): Change {
    return together(
      this.#members(field, from, to).map(({ member, old, now }) => {
        if (textOf(old) === '' || textOf(now) === '') {
          return together([this.#gain(member, now), opposite(this.#gain(member, old))]);
        }
        const isPart = isJsonObject(old) && isJsonObject(now) && isLookedInto(member);
        return isPart && !offState(member, old) && !offState(member, now)
          ? this.#sparseChange(member, old, now)
          : this.#memberChange(member, old, now);
      }),
    );
  }

  /** Compares two rules, or parts of rules, that are both on. */
  #objectChange(field: RuleField, from: JsonObject, to: JsonObject): Change {
    return together(this.#memberWays(field, from, to).map(({ change }) => change));
  }

  #members(field: RuleField, from: JsonObject, to: JsonObject) {
    return [...new Set([...from.keys(), ...to.keys()])].map((key) => ({
      key,
      member: memberField(field, key),
      old: governed(field, from, key),
      now: governed(field, to, key),
    }));
  }

  #memberWays(field: RuleField, from: JsonObject, to: JsonObject): readonly MemberWay[] {
    return this.#members(field, from, to).map(({ member, ...way }) => ({
      ...way,
      change: this.#memberChange(member, way.old, way.now),
    }));
  }

  #ways(field: RuleField, from: JsonObject, to: JsonObject, nameOf: (key: string) => string): readonly Way[] {
    return this.#memberWays(field, from, to).flatMap(({ key, old, now, change }) => {
      const [whole, member] = [{ what: nameOf(key), change }, memberField(field, key)];
      if (isSingle(change)) {
        return [whole];
      }
      return member.key !== undefined && isList(old) && isList(now)
        ? this.#partsWays(member, old ?? [], now ?? []).flatMap((part) =>
            this.#namedPart(member, part, partNames[key] ?? key, whole.what),
          )
        : isJsonObject(old) && isJsonObject(now)
          ? inParts(
              whole,
              this.#ways(member, old, now, (inner) => nameOf(`${key}.${inner}`)),
            )
          : [whole];
    });
  }

  #namedPart(
    field: RuleField,
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
          this.#ways(field.items ?? {}, old, now, (key) => `${key} of ${what}`),
        )
      : [{ what, change }];
  }

  /** Compares a rule, or a part of a rule, with none. */
  #fromNothing(field: RuleField, to: JsonObject): Change {
    const change = together(
      [...to.keys()].map((key) => this.#gain(memberField(field, key), governed(field, to, key))),
    );
    // No rule protects less than none, so an unknown part is no danger beside a known protection.
    return change.someStricter ? plainChange.stricter : change;
  }

  #gain(field: RuleField, value: JsonValue | undefined): Change {
    if (textOf(value) === '') {
      return plainChange.same;
    }
    if (field.key !== undefined && isJsonArray(value)) {
      return this.#partsChange(field, [], value);
    }
    const { unknown, same, stricter } = plainChange;
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
        return isJsonObject(value) ? this.#gainOf(field, value) : unknown;
      case 'whole':
      case 'value':
      case 'noise':
      case undefined:
      default:
        return unknown;
    }
  }

  #gainOf(field: RuleField, value: JsonObject): Change {
    const isOff = offState(field, value);
    return !isOff
      ? this.#fromNothing(field, value)
      : restOf(field, value, isOff).size > 0
        ? plainChange.unknown
        : plainChange.same;
  }

  #memberChange(field: RuleField, from: JsonValue | undefined, to: JsonValue | undefined): Change {
    const { compares, key } = field;
    if (textOf(from) === textOf(to)) {
      return plainChange.same;
    }
    if (compares === 'detail') {
      return plainChange.unknown;
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
        : this.#partsChange(field, from ?? [], to ?? []);
    }
    if (textOf(from) === '') {
      return this.#knownGain(field, to);
    }
    if (textOf(to) === '') {
      return opposite(this.#knownGain(field, from));
    }
    return isJsonObject(from) && isJsonObject(to) && isLookedInto(field)
      ? this.#switchedChange(field, from, to)
      : plainChange.unknown;
  }

  /**
   * Compares a part with an absent part, which has no effect and no list, so it prevents nothing. No document says
   * whether the console alerts for an absent part, so a part that does nothing may be weaker.
   */
  #knownGain(field: RuleField, value: JsonValue | undefined): Change {
    return isWithoutList(field, value) || this.#gain(field, value) !== plainChange.stricter
      ? plainChange.unknown
      : plainChange.stricter;
  }

  /** A part that is off does nothing, but its unknown fields count. */
  #switchedChange(field: RuleField, from: JsonObject, to: JsonObject): Change {
    const [offFrom, offTo] = [offState(field, from), offState(field, to)];
    if (!offFrom && !offTo) {
      return this.#objectChange(field, from, to);
    }
    const rest = (object: JsonObject, isOff: OffState): string =>
      textOf(isOff ? restOf(field, object, isOff) : unknownOf(field, object));
    const known = !offFrom
      ? opposite(this.#fromNothing(field, from))
      : offTo
        ? plainChange.same
        : this.#fromNothing(field, to);
    return rest(from, offFrom) === rest(to, offTo) ? known : together([known, plainChange.unknown]);
  }

  /** Compares independent parts with an id, such as the applications of a rule. */
  #partsChange(field: RuleField, from: JsonArray, to: JsonArray): Change {
    return together(this.#partsWays(field, from, to).map(({ change }) => change));
  }

  /** Returns one way per part, by id. Any of several parts with one id may count. */
  #partsWays({ key = '', items = {} }: RuleField, from: JsonArray, to: JsonArray): readonly PartWay[] {
    const idOf = (part: JsonObject): string => textOf(part.get(key));
    const [before, after] = [keyedItems(from, idOf), keyedItems(to, idOf)];
    const common = [...before.items.keys()].filter((id) => after.items.has(id));
    const isOrderAlike = [...after.items.keys()]
      .filter((id) => before.items.has(id))
      .every((id, at) => id === common[at]);
    return [
      ...[...new Set([...before.items.keys(), ...after.items.keys()])].map((id): PartWay => {
        const [olds, nows] = [before.items.get(id) ?? none, after.items.get(id) ?? none];
        const changes = (): readonly Change[] =>
          olds.flatMap((old) => nows.map((now) => this.#partChange(items, old, now)));
        const isOne = olds.length + nows.length === 2;
        return {
          id,
          old: isOne ? olds[0] : undefined,
          now: isOne ? nows[0] : undefined,
          change: partsText(olds) === partsText(nows) ? plainChange.same : anyOf(changes()),
        };
      }),
      ...(before.isWhole && after.isWhole && isOrderAlike
        ? []
        : [{ id: undefined, old: undefined, now: undefined, change: plainChange.unknown }]),
    ];
  }
}

const partNames: Readonly<Record<string, string>> = {
  applicationsSpec: 'application',
  customRules: 'custom rule',
};

/** Returns the parts, if together they are the same change as the whole. */
function inParts(whole: Way, parts: readonly Way[]): readonly Way[] {
  return together(parts.map(({ change }) => change)) === whole.change ? parts : [whole];
}

function isSingle({ someWeaker, someStricter, someUnknown }: Change): boolean {
  return Number(someWeaker) + Number(someStricter) + Number(someUnknown) < 2;
}

/** A part that acts on the items of its lists does nothing without items, whatever its effect. */
function isWithoutList({ compares }: RuleField, value: JsonValue | undefined): boolean {
  return (
    compares === 'listed' &&
    isJsonObject(value) &&
    [...value.values()].every((member) => !isJsonArray(member) || member.length === 0)
  );
}

type Parts = readonly (JsonObject | undefined)[];

const none: Parts = [undefined];

function partsText(parts: Parts): string {
  return textOf(parts.map((part) => part ?? null));
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
