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
import { firstAndLast } from './keyedItems.ts';
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
  /** Undefined for the order of parts, and for what is no part. */
  readonly id: string | undefined;
  readonly old: JsonObject | undefined;
  readonly now: JsonObject | undefined;
  readonly change: Change;
}

/**
 * Compares rules whose protection is spread over sensors, field by field, as their schema describes them. A field that is not
 * described is unknown.
 */
export class SensorComparison {
  readonly #rule: RuleField;
  readonly #levels: Readonly<Record<string, number>>;

  constructor(kind: PolicyKind) {
    this.#rule = ruleFieldsOf(kind);
    this.#levels = wordLevels(kind);
  }

  /** Undefined: no rule applies. */
  change(from: JsonObject | undefined, to: JsonObject | undefined): Change {
    return this.#partChange(this.#rule, from, to);
  }

  /** Member by member. A member of which more than one thing is true is told part by part. */
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

  /** Two rules, or applications of rules, that take effect: what one lets through says nothing as long as it protects nothing. */
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

  /** One of the two is not known to protect anything: what it leaves out does nothing, and what is unknown of it stays unknown. */
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

  /** Two rules, or parts of rules, that both take effect. */
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
        ? this.#partsWays(member, old ?? [], now ?? []).flatMap((one) =>
            this.#namedPart(member, one, partNames[key] ?? key, whole.what),
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

  /** From nothing to a rule, or part of one: as far as anything in it protects. */
  #fromNothing(field: RuleField, to: JsonObject): Change {
    const change = together(
      [...to.keys()].map((key) => this.#gain(memberField(field, key), governed(field, to, key))),
    );
    // Nothing protects less than nothing: what is unknown is no danger beside what is known to protect.
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
   * From a part that is absent to one that is there. An absent part has no effect and no list, so it prevents nothing. Whether the
   * console alerts for it is not documented, so a part that does nothing may be less than none.
   */
  #knownGain(field: RuleField, value: JsonValue | undefined): Change {
    return isWithoutList(field, value) || this.#gain(field, value) !== plainChange.stricter
      ? plainChange.unknown
      : plainChange.stricter;
  }

  /** One that is off does nothing; what is not known of it counts all the same. */
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

  /** Parts that have an id of their own, such as the applications of a rule; each takes effect by itself. */
  #partsChange(field: RuleField, from: JsonArray, to: JsonArray): Change {
    return together(this.#partsWays(field, from, to).map(({ change }) => change));
  }

  /** Part by part, each by its id. Of several parts with one id, any may be the one that counts. */
  #partsWays({ key = '', items = {} }: RuleField, from: JsonArray, to: JsonArray): readonly PartWay[] {
    const [before, after] = [partsById(from, key), partsById(to, key)];
    const common = [...before.parts.keys()].filter((id) => after.parts.has(id));
    const isOrderAlike = [...after.parts.keys()]
      .filter((id) => before.parts.has(id))
      .every((id, at) => id === common[at]);
    return [
      ...[...new Set([...before.parts.keys(), ...after.parts.keys()])].map((id): PartWay => {
        const [olds, nows] = [before.parts.get(id) ?? none, after.parts.get(id) ?? none];
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

/** The parts, where they say what the whole says. */
function inParts(whole: Way, parts: readonly Way[]): readonly Way[] {
  return together(parts.map(({ change }) => change)) === whole.change ? parts : [whole];
}

function isSingle({ someWeaker, someStricter, someUnknown }: Change): boolean {
  return Number(someWeaker) + Number(someStricter) + Number(someUnknown) < 2;
}

/** A part that acts on what its lists name acts on nothing without them, whatever its effect. */
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

/** A field that its effect disables is as good as absent. */
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
