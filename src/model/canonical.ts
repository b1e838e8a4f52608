import { createHash } from 'node:crypto';
import {
  collectionName,
  documentFormOf,
  exactDate,
  isImplied,
  isZeroDate,
  ruleFormOf,
  type Form,
} from './comparisonForm.ts';
import { exactNumber } from './exactNumber.ts';
import type { PolicyKind } from './families.ts';
import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from './json.ts';
import { writeJson } from './jsonText.ts';

/**
 * The form in which two documents are compared: what the console fills in, rewrites or drops is gone, keys are sorted,
 * lists without an order of their own are sorted, numbers have one spelling. Rules keep their order. Two documents have
 * the same form exactly when no difference between them matters.
 */
export function canonicalPolicy(kind: PolicyKind, value: JsonValue): JsonValue {
  return item(value, documentFormOf(kind));
}

export function canonicalRule(kind: PolicyKind, rule: JsonValue): JsonValue {
  return item(rule, ruleFormOf(kind));
}

/** SHA-256, hex, of the comparison form together with the policy's name. */
export function canonicalHash(kind: PolicyKind, value: JsonValue): string {
  return createHash('sha256')
    .update(`${kind.name}\n`)
    .update(writeJson(canonicalPolicy(kind, value)))
    .digest('hex');
}

/** The comparison form of any value at a place described by `form`, as compact JSON text. */
export function canonicalText(value: JsonValue, form: Form | undefined): string {
  return writeJson(item(value, form));
}

/** Undefined for everything that counts as absent. */
function compact(value: JsonValue, form: Form | undefined): JsonValue | undefined {
  if (value === null || value === false || value === '') {
    return undefined;
  }
  const result = item(value, form);
  if (typeof result === 'string') {
    return isZeroDate(result) ? undefined : result;
  }
  if (result instanceof JsonNumber) {
    return result.lexeme === '0' ? undefined : result;
  }
  if (isJsonArray(result)) {
    return result.length === 0 ? undefined : result;
  }
  return isJsonObject(result) && result.size === 0 ? undefined : result;
}

/** As an item of a list, where even an empty value holds a place. */
function item(value: JsonValue, form: Form | undefined): JsonValue {
  if (typeof value === 'string') {
    return form?.date ? exactDate(value) : value;
  }
  if (value instanceof JsonNumber) {
    const lexeme = exactNumber(value.lexeme);
    return lexeme === value.lexeme ? value : new JsonNumber(lexeme);
  }
  if (isJsonArray(value)) {
    return list(value, form);
  }
  return isJsonObject(value) ? object(value, form) : value;
}

function list(values: JsonArray, form: Form | undefined): JsonArray {
  if (form?.names) {
    return values.map((value) => {
      const name = collectionName(value);
      return name === undefined ? item(value, undefined) : new Map([['name', name]]);
    });
  }
  const items = values.map((value) => item(value, form?.items));
  if (!form?.sortBy) {
    return items;
  }
  return sorted(items, form.sortBy);
}

/** Any total order will do as long as it depends on nothing but the content. */
function sorted(items: readonly JsonValue[], by: string): JsonArray {
  const keys = new Map(items.map((value) => [value, isJsonObject(value) ? keyText(value.get(by)) : '']));
  const order = (a: JsonValue, b: JsonValue): number => {
    const ka = keys.get(a) as string;
    const kb = keys.get(b) as string;
    return ka === kb ? compare(writeJson(a), writeJson(b)) : compare(ka, kb);
  };
  return items.toSorted(order);
}

function keyText(key: JsonValue | undefined): string {
  return key instanceof JsonNumber ? key.lexeme : `"${typeof key === 'string' ? key : ''}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function object(value: JsonObject, form: Form | undefined): JsonObject {
  const result = new Map<string, JsonValue>();
  const keys = [...value.keys()];
  for (const key of isSorted(keys) ? keys : keys.sort()) {
    const member = value.get(key) as JsonValue;
    if (!isImplied(key, member, form)) {
      const kept = compact(member, form?.members?.get(key));
      if (kept !== undefined) {
        result.set(key, kept);
      }
    }
  }
  return result;
}

function isSorted(keys: readonly string[]): boolean {
  for (let at = 1; at < keys.length; at++) {
    if ((keys[at - 1] as string) > (keys[at] as string)) {
      return false;
    }
  }
  return true;
}
