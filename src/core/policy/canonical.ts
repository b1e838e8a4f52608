import { hash } from 'node:crypto';
import {
  collectionName,
  documentFormOf,
  exactDate,
  isImplied,
  isZeroDate,
  ruleFormOf,
  type Form,
} from './comparisonForm.ts';
import { exactNumber } from '../json/exactNumber.ts';
import type { PolicyKind } from './families.ts';
import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../json/json.ts';
import { parseJson } from '../json/jsonText.ts';
import { unshared } from '../util/unshared.ts';

/**
 * The form in which two documents are compared: what the console fills in, rewrites or drops is gone, keys are sorted,
 * lists without an order of their own are sorted, numbers have one spelling. Rules keep their order. Two documents have
 * the same form exactly when no difference between them matters.
 */
export function canonicalPolicy(kind: PolicyKind, value: JsonValue): JsonValue {
  return parsed(canonicalText(value, documentFormOf(kind)));
}

export function canonicalRule(kind: PolicyKind, rule: JsonValue): JsonValue {
  return parsed(canonicalText(rule, ruleFormOf(kind)));
}

function parsed(text: string): JsonValue {
  return parseJson(text, { depth: Infinity, length: Infinity });
}

/** The same of a part of a comparison form: by the engine, several times faster, where that loses nothing. */
export function parsedPart(text: string): JsonValue {
  // A fraction may look whole once it is rounded.
  return (/\de-/.test(text) ? undefined : asWritten(JSON.parse(text))) ?? parsed(text);
}

/** Undefined where what was written cannot be told from what the engine made of it. */
function asWritten(plain: unknown): JsonValue | undefined {
  if (typeof plain === 'number') {
    return Number.isSafeInteger(plain) ? new JsonNumber(String(plain)) : undefined;
  }
  if (Array.isArray(plain)) {
    const items: JsonValue[] = [];
    for (const item of plain) {
      const value = asWritten(item);
      if (value === undefined) {
        return undefined;
      }
      items.push(value);
    }
    return items;
  }
  if (typeof plain !== 'object' || plain === null) {
    return plain as JsonValue;
  }
  const object = new Map<string, JsonValue>();
  for (const [key, member] of Object.entries(plain)) {
    const value = asWritten(member);
    // Keys like numbers come first, wherever they were written.
    if (value === undefined || /^(?:\d|__proto__$)/.test(key)) {
      return undefined;
    }
    object.set(key, value);
  }
  return object;
}

/**
 * SHA-256, hex, of the policy's name and the comparison form, in which the SHA-256 of each rule stands for the rule: a
 * rule that was part of another document is not looked through again.
 */
export function canonicalHash(kind: PolicyKind, value: JsonValue): string {
  return hash(
    'sha256',
    `${kind.name}
${hashedText(value, documentFormOf(kind), ruleFormOf(kind))}`,
  );
}

/**
 * Of rules, by the form they were seen in: rules never change, and most are part of several documents. The sign in front tells a
 * rule from an item that is none.
 */
const digests = new WeakMap<Form, WeakMap<JsonObject, string>>();

/** Stands for the rule's comparison form; undefined when the rule was part of no document that was hashed. */
export function knownDigest(rule: JsonObject, form: Form): string | undefined {
  return digests.get(form)?.get(rule);
}

/** The same, found now when it is not known. `known`: that of the same rule, as it was read another time. */
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

/** The comparison forms of what several objects have as members, where that is the same data: each is worked out once. */
export class KnownTexts {
  readonly #texts = new Map<Form | undefined, Map<JsonValue, string>>();
  readonly #parsed = new Map<string, JsonValue>();

  /** Of a member. */
  of(value: JsonArray | JsonObject, form: Form | undefined): string {
    let ofForm = this.#texts.get(form);
    if (!ofForm) {
      ofForm = new Map();
      this.#texts.set(form, ofForm);
    }
    let text = ofForm.get(value);
    if (text === undefined) {
      text = memberText(value, form, this);
      if (ofForm.size === mostKnown) {
        ofForm.clear();
      }
      ofForm.set(value, text);
    }
    return text;
  }

  parsed(text: string): JsonValue {
    let value = this.#parsed.get(text);
    if (value === undefined) {
      value = parsedPart(text);
      if (this.#parsed.size === mostKnown) {
        this.#parsed.clear();
      }
      this.#parsed.set(text, value);
    }
    return value;
  }
}

const mostKnown = 10_000;

/** The comparison form of an object, as data. `known`: of the members of other objects. */
export function canonicalObject(value: JsonObject, form: Form | undefined, known: KnownTexts): JsonObject {
  const object = new Map<string, JsonValue>();
  for (const { key } of sortedKeys(value)) {
    const text = memberOf(value, key, form, known);
    if (text !== absent) {
      object.set(key, known.parsed(text));
    }
  }
  return object;
}

/**
 * The comparison form of any value at a place described by `form`, as compact JSON text: as an item of a list, where even an
 * empty value holds a place. `known`: of the members of other objects.
 */
export function canonicalText(value: JsonValue, form: Form | undefined, known?: KnownTexts): string {
  if (typeof value === 'string') {
    return JSON.stringify(form?.date ? exactDate(value) : value);
  }
  if (value instanceof JsonNumber) {
    return exactNumber(value.lexeme);
  }
  if (isJsonArray(value)) {
    return listText(value, form, known);
  }
  return isJsonObject(value) ? objectText(value, form, known) : String(value);
}

/** Of a member of an object; empty for everything that counts as absent, as it does for `undefined`. */
export function memberText(value: JsonValue | undefined, form: Form | undefined, known?: KnownTexts): string {
  if (value === undefined || value === null || value === false || value === '') {
    return absent;
  }
  if (typeof value === 'string') {
    if (!form?.date) {
      return JSON.stringify(value);
    }
    // Elsewhere the zero date is a text that somebody wrote.
    const text = exactDate(value);
    return isZeroDate(text) ? absent : JSON.stringify(text);
  }
  const text = canonicalText(value, form, known);
  return text === '0' || text === '[]' || text === '{}' ? absent : text;
}

function listText(values: JsonArray, form: Form | undefined, known: KnownTexts | undefined): string {
  if (form?.names) {
    const texts = values.map((value) => {
      const name = collectionName(value);
      return name === undefined ? canonicalText(value, undefined) : `{"name":${JSON.stringify(name)}}`;
    });
    return bracketed(texts.length < 2 ? texts : [...new Set(texts)].sort());
  }
  const items = form?.items;
  const texts = values.map((value) => canonicalText(value, items, known));
  const by = form?.isUnordered ? form.key : undefined;
  if (by === undefined || texts.length < 2) {
    return bracketed(texts);
  }
  // Any total order will do as long as it depends on nothing but the content.
  const keyed = values.map((value, at) => ({
    key: sortKey(value, by, items),
    text: texts[at] as string,
  }));
  keyed.sort((a, b) => compare(a.key, b.key) || compare(a.text, b.text));
  return bracketed(keyed.map(({ text }) => text));
}

function sortKey(value: JsonValue, by: string, form: Form | undefined): string {
  return isJsonObject(value) ? memberOf(value, by, form) : absent;
}

/** `absent` also for a member that does not count. */
function memberOf(object: JsonObject, key: string, form: Form | undefined, known?: KnownTexts): string {
  const member = object.get(key);
  if (member === undefined || isImplied(key, member, form)) {
    return absent;
  }
  const ofMember = form?.members?.get(key);
  return known && (isJsonObject(member) || isJsonArray(member))
    ? known.of(member, ofMember)
    : memberText(member, ofMember);
}

/** `hashed`: the form of items that their SHA-256 stands for. */
function hashedText(value: JsonValue, form: Form, hashed: Form): string {
  if (!isJsonObject(value)) {
    return canonicalText(value, form);
  }
  const parts: string[] = [];
  for (const { key, text: label } of sortedKeys(value)) {
    const member = value.get(key) as JsonValue;
    const isHashed = form.members?.get(key)?.items === hashed && isJsonArray(member) && member.length > 0;
    const text = isHashed
      ? bracketed(
          member.map((item) => (isJsonObject(item) ? ruleDigest(item, hashed) : canonicalText(item, hashed))),
        )
      : memberOf(value, key, form);
    if (text !== absent) {
      parts.push(label + text);
    }
  }
  return `{${parts.join(',')}}`;
}

function objectText(value: JsonObject, form: Form | undefined, known?: KnownTexts): string {
  let out = '';
  for (const { key, text: label } of sortedKeys(value)) {
    const text = memberOf(value, key, form, known);
    if (text !== absent) {
      out += (out === '' ? '{' : ',') + label + text;
    }
  }
  return out === '' ? '{}' : `${out}}`;
}

interface Key {
  readonly key: string;
  /** As it is written in front of its value. */
  readonly text: string;
}

interface KeyOrder {
  readonly written: readonly string[];
  readonly sorted: readonly Key[];
}

/** By how many keys there are, and the first of them. */
const orders: (Map<string, KeyOrder[]> | undefined)[] = [];

/** Objects of more keys than this, and more first keys than this, are not remembered. */
const mostRemembered = 100;
/** Of objects that have as many keys and the same first. */
const mostAlike = 8;

/** Most objects have the same keys in the same order as one that was seen, in this text or another: they are sorted once. */
function sortedKeys(value: JsonObject): readonly Key[] {
  const [first = ''] = value.keys();
  const known = orders[value.size]?.get(first);
  const found = known?.find(({ written }) => isWritten(written, value));
  if (found) {
    return found.sorted;
  }
  const written = Array.from(value.keys(), unshared);
  const sorted = written.toSorted().map((key) => ({ key, text: `${JSON.stringify(key)}:` }));
  if (known) {
    known.unshift({ written, sorted });
    known.length = Math.min(known.length, mostAlike);
  } else if (written.length <= mostRemembered) {
    const alike = (orders[written.length] ??= new Map());
    if (alike.size < mostRemembered) {
      alike.set(unshared(first), [{ written, sorted }]);
    }
  }
  return sorted;
}

function isWritten(keys: readonly string[], value: JsonObject): boolean {
  let at = 0;
  for (const key of value.keys()) {
    if (key !== keys[at++]) {
      return false;
    }
  }
  return true;
}

function bracketed(texts: readonly string[]): string {
  return `[${texts.join(',')}]`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Absent, false, 0, "", [], null, the zero date where a date belongs, and an object of nothing but these: all the same to the console. */
export function isEmpty(value: JsonValue | undefined, form: Form | undefined): boolean {
  return memberText(value, form) === absent;
}
