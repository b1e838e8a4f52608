import { collectionName, documentFormOf, isNoise, type Form } from './comparisonForm.ts';
import { isEmpty, knownDigest, ruleDigest } from './canonical.ts';
import type { PolicyKind } from './families.ts';
import { isJsonArray, isJsonObject, stringAt, type JsonObject, type JsonValue } from '../json/json.ts';

/** Fields that a console fills in and that have no meaning for rules of the family while they are empty. */
const fillings: Readonly<Record<string, ReadonlySet<string>>> = {
  compliance: new Set(['alertThreshold', 'blockThreshold', 'graceDays', 'license', 'condition']),
  vulnerability: new Set(['license', 'condition']),
};
const noFillings: ReadonlySet<string> = new Set();

interface FileForm {
  readonly fillings: ReadonlySet<string>;
}

/**
 * Returns the live policy as a pull writes it. Collections become `{name}`, and fields of the console and
 * empty fillings are absent. Every rule array is present, and everything else is unchanged. `full` keeps
 * every field.
 */
export function pulledForm(
  kind: PolicyKind,
  live: JsonObject,
  { full = false }: { readonly full?: boolean } = {},
): JsonObject {
  return withArrays(
    kind,
    full ? live : withoutNoise(kind, live, { fillings: fillings[kind.family] ?? noFillings }),
  );
}

/**
 * Returns a document without the parts that a PUT does not need. These are fields of the console, collection
 * contents and names from an earlier rename. Every rule array is present.
 */
export function withoutServerMembers(kind: PolicyKind, document: JsonObject): JsonObject {
  return withArrays(kind, withoutNoise(kind, document));
}

/** `file` is the form of a policy file, which also excludes fields without meaning. */
function withoutNoise(kind: PolicyKind, document: JsonObject, file?: FileForm): JsonObject {
  const form = documentFormOf(kind);
  const result = new Map<string, JsonValue>();
  for (const [key, value] of document) {
    const isDuplicateId =
      key === '_id' && key !== kind.identity.field && value === stringAt(document, kind.identity.field);
    if (isNoise(key, form) || (file && isDuplicateId)) {
      continue;
    }
    const inner = form.members?.get(key);
    const isRules = kind.arrays.some((array) => array.key === key);
    if (isRules && isJsonArray(value)) {
      result.set(
        key,
        value.map((rule) => ruleWithoutNoise(rule, inner?.items ?? {}, file)),
      );
    } else {
      result.set(key, inner && !isRules ? withoutDropped(value ?? [], inner) : value);
    }
  }
  return result;
}

function withArrays(kind: PolicyKind, document: JsonObject): JsonObject {
  const missing = kind.arrays.filter(({ key }) => (document.get(key) ?? null) === null);
  return missing.length === 0
    ? document
    : new Map([...document, ...missing.map(({ key }): [string, JsonValue] => [key, []])]);
}

/** The result has the same comparison form, so it inherits the digest of the rule. */
function ruleWithoutNoise(rule: JsonValue, form: Form, file: FileForm | undefined): JsonValue {
  const result = withoutFillings(rule, form, file);
  const digest = isJsonObject(rule) ? knownDigest(rule, form) : undefined;
  if (digest !== undefined && isJsonObject(result)) {
    ruleDigest(result, form, digest);
  }
  return result;
}

function withoutFillings(rule: JsonValue, form: Form, file: FileForm | undefined): JsonValue {
  if (!file || !isJsonObject(rule)) {
    return withoutDropped(rule, form);
  }
  const emptyFields = [...file.fillings].filter((key) => isEmpty(rule.get(key), form.members?.get(key)));
  for (const [key, isImplied] of form.implied ?? []) {
    if (isImplied(rule.get(key) ?? null)) {
      emptyFields.push(key);
    }
  }
  return withoutDropped(without(rule, emptyFields), form);
}

/** Returns the same object when nothing is removed, so cached digests stay valid. */
function withoutDropped(value: JsonValue, form: Form): JsonValue {
  const { names, items } = form;
  const { dropped, inner } = dropsOf(form);
  if (isJsonArray(value)) {
    const reduced = (item: JsonValue): JsonValue =>
      names ? withNameOnly(item) : items ? withoutDropped(item, items) : item;
    return value.every((item) => reduced(item) === item) ? value : value.map(reduced);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  let result = without(value, dropped);
  for (const [key, ofMember] of inner) {
    const member = value.get(key) ?? null;
    const reduced = withoutDropped(member, ofMember);
    if (reduced !== member) {
      result = new Map(result).set(key, reduced);
    }
  }
  return result;
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  if (!keys.some((key) => object.has(key))) {
    return object;
  }
  const rest = new Map(object);
  keys.forEach((key) => rest.delete(key));
  return rest;
}

interface Drops {
  readonly dropped: readonly string[];
  /** The forms of the fields that have something to drop inside. */
  readonly inner: readonly (readonly [string, Form])[];
}

const drops = new WeakMap<Form, Drops>();

/** Cached, because all rules share these forms, which have many fields and few to drop. */
function dropsOf(form: Form): Drops {
  let cached = drops.get(form);
  if (!cached) {
    const dropped = [...(form.noise ?? [])].flatMap(([key, noise]) => (noise === 'dropped' ? [key] : []));
    cached = { dropped, inner: [...(form.members ?? [])].filter(([, member]) => mayDrop(member)) };
    drops.set(form, cached);
  }
  return cached;
}

function mayDrop(form: Form): boolean {
  const { dropped, inner } = dropsOf(form);
  return (
    form.names === true || dropped.length + inner.length > 0 || (form.items ? mayDrop(form.items) : false)
  );
}

function withNameOnly(item: JsonValue): JsonValue {
  const name = collectionName(item);
  return name === undefined || (item as JsonObject).size === 1 ? item : new Map([['name', name]]);
}
