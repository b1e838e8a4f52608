import { hash } from 'node:crypto';
import {
  collectionName,
  documentFormOf,
  countedValue,
  exactDate,
  isZeroDate,
  ruleFormOf,
} from './comparisonForm.ts';
import {
  exactNumber,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  jsonString,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  sameValue,
} from '../json/json.ts';
import type { PolicyKind } from './families.ts';
import type { Form } from './fieldTypes.ts';

/**
 * SHA-256, hex, of the policy's name and the comparison form. Each rule is replaced by its own SHA-256, so a
 * rule shared with another document is hashed once.
 */
export function canonicalHash(kind: PolicyKind, document: JsonValue): string {
  const [form, rules] = [documentFormOf(kind), ruleFormOf(kind)];
  const itemText = (rule: JsonValue): string =>
    isJsonObject(rule) ? ruleDigest(rule, rules) : canonicalText(rule, rules);
  const textOf: typeof memberText = (value, ofMember) =>
    isJsonArray(value) && ofMember?.items === rules && value.length > 0
      ? bracketed(value.map(itemText))
      : memberText(value, ofMember);
  const text = isJsonObject(document) ? objectText(document, form, textOf) : canonicalText(document, form);
  return hash('sha256', `${kind.name}\n${text}`);
}

/**
 * Digests of rules by form: rules never change, and most belong to several documents. The leading `#`
 * distinguishes a rule from an item that is not a rule.
 */
const digests = new WeakMap<Form, WeakMap<JsonObject, string>>();

/** Returns the digest of the rule's comparison form, or undefined when no hashed document contained the rule. */
export function knownDigest(rule: JsonObject, form: Form): string | undefined {
  return digests.get(form)?.get(rule);
}

/**
 * Returns the digest of a rule, and computes it if needed. `known` is the digest of the same rule in another
 * reading.
 */
export function ruleDigest(rule: JsonObject, form: Form, known?: string): string {
  let ofForm = digests.get(form);
  if (!ofForm) {
    ofForm = new WeakMap();
    digests.set(form, ofForm);
  }
  let digest = ofForm.get(rule);
  if (digest === undefined) {
    digest = known ?? `#${hash('sha256', canonicalText(rule, form))}`;
    ofForm.set(rule, digest);
  }
  return digest;
}

const absent = '';

/**
 * The comparison form of a value at a place described by `form`, as compact JSON text. Fields that the console fills
 * in, rewrites or drops are absent. Keys and unordered lists are sorted, numbers have one spelling, and rules keep
 * their order. Two documents have the same form exactly when no difference between them matters. The value counts as a
 * list item, so even an empty value keeps its place.
 */
export function canonicalText(value: JsonValue, form: Form | undefined): string {
  if (typeof value === 'string') {
    return jsonString(form?.date ? exactDate(value) : value);
  }
  if (value instanceof JsonNumber) {
    return exactNumber(value.lexeme);
  }
  if (isJsonArray(value)) {
    return listText(value, form);
  }
  return isJsonObject(value) ? objectText(value, form) : String(value);
}

/**
 * The comparison form of the value of a field; empty for every value that counts as absent, including
 * `undefined`.
 */
export function memberText(value: JsonValue | undefined, form: Form | undefined): string {
  if (value === undefined || value === null || value === false || value === '') {
    return absent;
  }
  if (typeof value === 'string') {
    if (!form?.date) {
      return jsonString(value);
    }
    // Only a date field can have the zero date as its empty value; elsewhere a person wrote this text.
    const text = exactDate(value);
    return isZeroDate(text) ? absent : jsonString(text);
  }
  const text = canonicalText(value, form);
  return text === '0' || text === '[]' || text === '{}' ? absent : text;
}

function listText(values: JsonArray, form: Form | undefined): string {
  if (form?.names) {
    const texts = values.map((value) => {
      const name = collectionName(value);
      return name === undefined ? canonicalText(value, undefined) : `{"name":${jsonString(name)}}`;
    });
    return bracketed(texts.length < 2 ? texts : [...new Set(texts)].sort());
  }
  const items = form?.items;
  const texts = values.map((value) => canonicalText(value, items));
  const keyField = form?.isUnordered ? form.key : undefined;
  if (keyField === undefined || texts.length < 2) {
    return bracketed(texts);
  }
  // Any total order works if it depends on the content alone.
  const keyed = values.map((value, at) => ({
    key: isJsonObject(value) ? memberOf(value, keyField, items) : absent,
    text: texts[at] as string,
  }));
  keyed.sort((a, b) => compare(a.key, b.key) || compare(a.text, b.text));
  return bracketed(keyed.map(({ text }) => text));
}

/** Returns `absent` also for a field that does not count. */
function memberOf(object: JsonObject, key: string, form: Form | undefined, textOf = memberText): string {
  return textOf(countedValue(key, object.get(key), form), form?.members?.get(key));
}

/** `textOf` makes the texts of the fields. */
function objectText(value: JsonObject, form: Form | undefined, textOf?: typeof memberText): string {
  const texts: string[] = [];
  for (const key of [...value.keys()].sort()) {
    const text = memberOf(value, key, form, textOf);
    if (text !== absent) {
      texts.push(`${jsonString(key)}:${text}`);
    }
  }
  return `{${texts.join(',')}}`;
}

function bracketed(texts: readonly string[]): string {
  return `[${texts.join(',')}]`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The console treats all these as equal: absent, false, 0, "", [], null, a zero date, and objects of these. */
export function isEmpty(value: JsonValue | undefined, form: Form | undefined): boolean {
  return memberText(value, form) === absent;
}

/**
 * Compares the values directly first, because most parts of a policy are unchanged and need no comparison
 * form.
 */
export function sameForm(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
  form: Form | undefined,
): boolean {
  return sameDigest(a, b, form) ?? (sameValue(a, b) || memberText(a, form) === memberText(b, form));
}

export function sameRule(a: JsonValue, b: JsonValue, form: Form): boolean {
  return sameItem(a, b, { items: form });
}

/** Compares items of a list with the form `list`, where empty values keep their place and types count. */
export function sameItem(a: JsonValue, b: JsonValue, list: Form | undefined): boolean {
  return (
    sameDigest(a, b, list?.items) ??
    (sameValue(a, b) || canonicalText([a], list) === canonicalText([b], list))
  );
}

/** Compares rules by their digests, which is cheapest; undefined unless both rules belong to hashed documents. */
function sameDigest(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
  form: Form | undefined,
): boolean | undefined {
  if (a === b || !form || !isJsonObject(a) || !isJsonObject(b)) {
    return a === b || undefined;
  }
  const [known, other] = [knownDigest(a, form), knownDigest(b, form)];
  return known !== undefined && other !== undefined ? known === other : undefined;
}
