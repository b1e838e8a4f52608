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

/** `file`: the form of a policy file, which also excludes fields without meaning. */
function withoutNoise(kind: PolicyKind, document: JsonObject, file?: FileForm): JsonObject {
  const form = documentFormOf(kind);
  const result = new Map<string, JsonValue>();
  for (const [key, value] of document) {
    const twice =
      key === '_id' && key !== kind.identity.field && value === stringAt(document, kind.identity.field);
    if (isNoise(key, form) || (file && twice)) {
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
  const result = withoutIdle(rule, form, file);
  const digest = isJsonObject(rule) ? knownDigest(rule, form) : undefined;
  if (digest !== undefined && isJsonObject(result)) {
    ruleDigest(result, form, digest);
  }
  return result;
}

function withoutIdle(rule: JsonValue, form: Form, file: FileForm | undefined): JsonValue {
  if (!file || !isJsonObject(rule)) {
    return withoutDropped(rule, form);
  }
  let kept: Map<string, JsonValue> | undefined;
  for (const [key, value] of rule) {
    const isFilling = file.fillings.has(key) && isEmpty(value, form.members?.get(key));
    if (isFilling || form.implied?.get(key)?.(value) === true) {
      (kept ??= new Map(rule)).delete(key);
    }
  }
  return withoutDropped(kept ?? rule, form);
}

/** Returns the same object when nothing is removed, so cached digests stay valid. */
function withoutDropped(value: JsonValue, form: Form): JsonValue {
  if (isJsonArray(value)) {
    const items = value.map((item) =>
      form.names ? named(item) : form.items ? withoutDropped(item, form.items) : item,
    );
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isJsonObject(value)) {
    return value;
  }
  let result: Map<string, JsonValue> | undefined;
  for (const [key, member] of value) {
    const inner = form.members?.get(key);
    if (form.noise?.get(key) === 'dropped') {
      (result ??= new Map(value)).delete(key);
    } else if (inner) {
      const kept = withoutDropped(member, inner);
      if (kept !== member) {
        (result ??= new Map(value)).set(key, kept);
      }
    }
  }
  return result ?? value;
}

function named(item: JsonValue): JsonValue {
  const name = collectionName(item);
  return name === undefined || (item as JsonObject).size === 1 ? item : new Map([['name', name]]);
}
