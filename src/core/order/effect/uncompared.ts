import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/json.ts';
import { exactNumber } from '../../json/exactNumber.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { memberField, ruleFieldsOf, type RuleField } from '../../policy/ruleFields.ts';
import { effectOfText, effectText } from './effectText.ts';

/**
 * The members of a rule that no comparison looks at, at any depth, and the values of another type than their place takes:
 * where these differ between two rules, a part of the change is unknown.
 */
export function uncompared(object: JsonObject, field: RuleField): JsonObject {
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

/** Mostly everything is compared. */
const nothing: JsonObject = new Map();

function leftOf(value: JsonValue, field: RuleField): JsonValue | undefined {
  const { type, compares, key, items, members, isUnused } = field;
  if (value === null || (compares === 'noise' && !isUnused)) {
    return undefined;
  }
  if (isUnused) {
    return value;
  }
  if (compares === 'value') {
    return isReadable(value, type) ? undefined : value;
  }
  if (key !== undefined && items && isJsonArray(value)) {
    return leftOfItems(value, items, key);
  }
  const rest = members && isJsonObject(value) ? uncompared(value, field) : undefined;
  return rest?.size === 0 ? undefined : (rest ?? value);
}

/** The rest of each item under its key. An item without a key is left whole. */
function leftOfItems(list: readonly JsonValue[], items: RuleField, by: string): JsonValue | undefined {
  const rest = list.flatMap((item): readonly JsonValue[] => {
    if (!isJsonObject(item) || !item.has(by)) {
      return [item];
    }
    const left = uncompared(item, items);
    return left.size === 0 ? [] : [new Map([...left, [by, item.get(by) ?? null]])];
  });
  return rest.length === 0 ? undefined : rest;
}

/** Whether a value is of the type that is compared in its place. */
export function isReadable(value: JsonValue, type: RuleField['type']): boolean {
  if (type === 'boolean' || type === 'string') {
    return typeof value === type;
  }
  if (!(value instanceof JsonNumber)) {
    return false;
  }
  // Two numbers that are too long, or too big, may look the same when they are compared.
  return (
    isSmallWhole(value.lexeme) ||
    (Number.isFinite(value.value) && exactNumber(value.lexeme) === exactNumber(JSON.stringify(value.value)))
  );
}

/** Written as it is always written, and short enough for no other to look like it. */
function isSmallWhole(lexeme: string): boolean {
  return lexeme.length < 16 && /^(?:0|[1-9]\d*)$/.test(lexeme);
}

const understood = new WeakMap<JsonObject, boolean>();

/**
 * Whether what is read of a rule is all that it does: it has no member, at any depth, that is not known, and no value of
 * another kind than its place takes. Rules with sensors are read by a table of their own.
 */
export function isUnderstood(kind: PolicyKind, rule: JsonObject): boolean {
  let answer = understood.get(rule);
  if (answer === undefined) {
    const whole = withoutEchoes(effectOfText(effectText(kind, rule)));
    answer = uncompared(whole, ruleFieldsOf(kind)).size === 0;
    understood.set(rule, answer);
  }
  return answer;
}

/** Some clients write both flags into both thresholds: the flag that counts, and one that says the same the other way round. */
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
        ? [key, value.map((one) => (isJsonObject(one) ? withoutEchoes(one) : one))]
        : [key, value];
    }),
  );
}
