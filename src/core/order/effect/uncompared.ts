import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  exactNumber,
} from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { memberField, ruleFieldsOf } from '../../policy/ruleFields.ts';
import { Action, effectText } from './effectText.ts';
import type { RuleField } from '../../policy/fieldTypes.ts';

/**
 * Returns the fields of a rule, or of a part of it, that no comparison reads, at any depth. Where these differ between
 * two rules, a part of the change is unknown. A value of another type than its field counts as unread in rules without
 * sensors.
 */
export function uncompared(field: RuleField, object: JsonObject): JsonObject {
  let rest: Map<string, JsonValue> | undefined;
  for (const [key, value] of object) {
    const left = leftOf(value, memberField(field, key));
    if (left !== undefined) {
      rest ??= new Map();
      rest.set(key, left);
    }
  }
  return rest ?? nothing;
}

/** Most rules have only compared fields. */
const nothing: JsonObject = new Map();

function leftOf(value: JsonValue, field: RuleField): JsonValue | undefined {
  const { compares, key, items, members, isUnused } = field;
  if (value === null || isUnused) {
    return value ?? undefined;
  }
  if (compares === 'code' ? isReadable(value, field.type) : isCompared(field)) {
    return undefined;
  }
  if (key !== undefined && items && isJsonArray(value)) {
    return leftOfItems(value, items, key);
  }
  const rest = members && isJsonObject(value) ? uncompared(field, value) : undefined;
  return rest?.size === 0 ? undefined : (rest ?? value);
}

/** Returns the rest of each item with its key. An item without a key is returned as a whole. */
function leftOfItems(list: readonly JsonValue[], items: RuleField, by: string): JsonValue | undefined {
  const rest = list.flatMap((item): readonly JsonValue[] => {
    if (!isJsonObject(item) || !item.has(by)) {
      return [item];
    }
    const left = uncompared(items, item);
    return left.size === 0 ? [] : [new Map([...left, [by, item.get(by) ?? null]])];
  });
  return rest.length === 0 ? undefined : rest;
}

/** True when a value has the type that its comparison reads. */
export function isReadable(value: JsonValue, type: RuleField['type']): boolean {
  if (type === 'boolean' || type === 'string') {
    return typeof value === type;
  }
  if (!(value instanceof JsonNumber)) {
    return false;
  }
  // Different numbers that are too long or too large may be equal as doubles.
  return (
    isSmallWhole(value.lexeme) ||
    (Number.isFinite(value.value) && exactNumber(value.lexeme) === exactNumber(JSON.stringify(value.value)))
  );
}

/** The usual spelling, and short enough to be exact as a double. */
function isSmallWhole(lexeme: string): boolean {
  return lexeme.length < 16 && /^(?:0|[1-9]\d*)$/.test(lexeme);
}

/**
 * Returns the fields that matter in a part that is off, by its switch or by an effect that is its only field that
 * counts. Undefined for a part that is on.
 */
export function restOfOff(field: RuleField, object: JsonObject): JsonObject | undefined {
  if (isSwitchedOff(field, object)) {
    return new Map([...uncompared(field, object)].filter(([key]) => key !== 'disabled' && key !== 'enabled'));
  }
  return isOffByEffect(field, object) ? uncompared(field, object) : undefined;
}

/** A part without its `enabled` may be on or off. */
function isSwitchedOff({ off }: RuleField, object: JsonObject): boolean {
  const value = off && object.get(off.member);
  return off?.member === 'disabled'
    ? value === true && !object.has('effect')
    : off?.member === 'enabled' && isFlag(value) && value !== true;
}

function isOffByEffect(field: RuleField, object: JsonObject): boolean {
  return (
    object.get('effect') === 'disable' &&
    [...object.keys()].every((key) => {
      const member = memberField(field, key);
      return (
        key === 'effect' || member.governedBy === 'effect' || (!isKnown(member) && !isLookedInto(member))
      );
    })
  );
}

function isKnown(field: RuleField): boolean {
  return field.key !== undefined || isCompared(field);
}

function isCompared(field: RuleField): boolean {
  return field.compares !== undefined && !isLookedInto(field);
}

export function isLookedInto({ compares }: RuleField): boolean {
  return compares === 'inside' || compares === 'listed';
}

export function isFlag(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || typeof value === 'boolean';
}

const answers = new WeakMap<JsonObject, boolean>();

/**
 * True when Ordinance understands the whole action of a rule: no field is unknown, at any depth, and no value has a wrong
 * type. This function is not for rules with sensors; see `hasAction`.
 */
export function isUnderstood(kind: PolicyKind, rule: JsonObject): boolean {
  let answer = answers.get(rule);
  if (answer === undefined) {
    const whole = withoutEchoes(new Action(effectText(kind, rule)).data);
    answer = uncompared(ruleFieldsOf(kind), whole).size === 0;
    answers.set(rule, answer);
  }
  return answer;
}

/** Some clients write two flags into a threshold: the flag that counts, and its negation. */
const echoes: Readonly<Record<string, { readonly counts: string; readonly echo: string }>> = {
  alertThreshold: { counts: 'disabled', echo: 'enabled' },
  blockThreshold: { counts: 'enabled', echo: 'disabled' },
};

function withoutEchoes(holder: JsonObject): JsonObject {
  return new Map(
    [...holder].map(([key, value]): [string, JsonValue] => {
      const flags = Object.hasOwn(echoes, key) ? echoes[key] : undefined;
      if (flags && isJsonObject(value)) {
        const isEcho = value.get(flags.echo) === true && value.get(flags.counts) !== true;
        return [key, isEcho ? new Map([...value].filter(([member]) => member !== flags.echo)) : value];
      }
      return key === 'pkgTypesThresholds' && isJsonArray(value)
        ? [key, value.map((item) => (isJsonObject(item) ? withoutEchoes(item) : item))]
        : [key, value];
    }),
  );
}
