import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/json.ts';
import { exactNumber } from '../../json/exactNumber.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { comparedFields } from '../../../generated/fieldTables.ts';
import { effectOfText, effectText } from './effectText.ts';

/** The fields of a comparison: single values by their type, or the fields of an object, or of each item of a list. */
type Compared = 'flag' | 'number' | 'word' | 'noise' | { readonly [member: string]: Compared } | ItemsOf;

interface ItemsOf {
  readonly items: { readonly [member: string]: Compared };
  /** The field that tells the items from each other. */
  readonly by: string;
}

type Members = { readonly [member: string]: Compared };

const tables: Readonly<Record<string, Members>> = comparedFields;

/** The fields that a comparison of rules of this kind looks at. Rules with sensors have a table of their own. */
export function comparedOf({ shape }: Pick<PolicyKind, 'shape'>): Members {
  return tables[shape] ?? {};
}

/**
 * The members of a rule that no comparison looks at, at any depth, and the values of another kind than their place takes:
 * where these differ between two rules, a part of the change is unknown.
 */
export function uncompared(object: JsonObject, compared: Members): JsonObject {
  let rest: Map<string, JsonValue> | undefined;
  for (const [key, value] of object) {
    const left = Object.hasOwn(compared, key) ? leftOf(value, compared[key] ?? 'noise') : value;
    if (left !== undefined) {
      rest ??= new Map();
      rest.set(key, left);
    }
  }
  return rest ?? nothing;
}

/** Mostly everything is compared. */
const nothing: JsonObject = new Map();

function leftOf(value: JsonValue, compared: Compared): JsonValue | undefined {
  if (value === null) {
    return undefined;
  }
  if (typeof compared === 'string') {
    return isReadable(value, compared) ? undefined : value;
  }
  if (isItemsOf(compared)) {
    return isJsonArray(value) ? leftOfItems(value, compared) : value;
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const rest = uncompared(value, compared);
  return rest.size === 0 ? undefined : rest;
}

/** The rest of each item under its key. An item without a key is left whole. */
function leftOfItems(list: readonly JsonValue[], { items, by }: ItemsOf): JsonValue | undefined {
  const rest = list.flatMap((item): readonly JsonValue[] => {
    if (!isJsonObject(item) || !item.has(by)) {
      return [item];
    }
    const left = uncompared(item, items);
    return left.size === 0 ? [] : [new Map([...left, [by, item.get(by) ?? null]])];
  });
  return rest.length === 0 ? undefined : rest;
}

/** Whether a value is of the kind that is compared in its place. */
export function isReadable(value: JsonValue, as: 'flag' | 'number' | 'word' | 'noise'): boolean {
  switch (as) {
    case 'flag':
      return typeof value === 'boolean';
    case 'word':
      return typeof value === 'string';
    case 'number':
      if (value instanceof JsonNumber && isSmallWhole(value.lexeme)) {
        return true;
      }
      // Two numbers that are too long, or too big, may look the same when they are compared.
      return (
        value instanceof JsonNumber &&
        Number.isFinite(value.value) &&
        exactNumber(value.lexeme) === exactNumber(JSON.stringify(value.value))
      );
    case 'noise':
    default:
      return true;
  }
}

/** Written as it is always written, and short enough for no other to look like it. */
function isSmallWhole(lexeme: string): boolean {
  return lexeme.length < 16 && /^(?:0|[1-9]\d*)$/.test(lexeme);
}

function isItemsOf(compared: Exclude<Compared, string>): compared is ItemsOf {
  return typeof compared['by'] === 'string' && typeof compared['items'] === 'object';
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
    answer = uncompared(whole, comparedOf(kind)).size === 0;
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
