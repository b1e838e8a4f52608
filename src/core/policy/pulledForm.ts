import { collectionName, documentFormOf, isNoise } from './comparisonForm.ts';
import { isEmpty, knownDigest, ruleDigest } from './canonical.ts';
import type { PolicyKind } from './families.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, sameValue } from '../json/json.ts';
import type { Form } from './fieldTypes.ts';

/** Fields that a console fills in and that have no meaning for rules of the family while they are empty. */
const fillings: Readonly<Record<string, readonly string[]>> = {
  compliance: ['alertThreshold', 'blockThreshold', 'graceDays', 'license', 'condition'],
  vulnerability: ['license', 'condition'],
};

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
  return withArrays(kind, full ? live : withoutNoise(kind, live, fillings[kind.family] ?? []));
}

/**
 * Returns a document without the parts that a PUT does not need. These are fields of the console, collection
 * contents and names from an earlier rename. Every rule array is present.
 */
export function withoutServerMembers(kind: PolicyKind, document: JsonObject): JsonObject {
  return withArrays(kind, withoutNoise(kind, document));
}

/** A policy file also excludes a repeated id, implied fields, and empty fields of `empties`. */
function withoutNoise(kind: PolicyKind, document: JsonObject, empties?: readonly string[]): JsonObject {
  const form = documentFormOf(kind);
  const result = new Map<string, JsonValue>();
  for (const [key, value] of document) {
    const isDuplicateId = key === '_id' && key !== kind.identity.field && value === kind.identity.value;
    if (isNoise(key, form) || (empties && isDuplicateId)) {
      continue;
    }
    const inner = form.members?.get(key);
    const isRules = kind.arrays.some((array) => array.key === key);
    if (isRules && isJsonArray(value)) {
      result.set(
        key,
        value.map((rule) => ruleWithoutNoise(rule, inner?.items ?? {}, empties)),
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
function ruleWithoutNoise(rule: JsonValue, form: Form, empties: readonly string[] | undefined): JsonValue {
  const result = withoutFillings(rule, form, empties);
  const digest = isJsonObject(rule) ? knownDigest(rule, form) : undefined;
  if (digest !== undefined && isJsonObject(result)) {
    ruleDigest(result, form, digest);
  }
  return result;
}

function withoutFillings(rule: JsonValue, form: Form, empties: readonly string[] | undefined): JsonValue {
  if (!empties || !isJsonObject(rule)) {
    return withoutDropped(rule, form);
  }
  const emptyFields = empties.filter((key) => isEmpty(rule.get(key), form.members?.get(key)));
  for (const [key, implied] of form.implied ?? []) {
    if (sameValue(rule.get(key), implied)) {
      emptyFields.push(key);
    }
  }
  return withoutDropped(without(rule, emptyFields), form);
}

/** Returns the same object when nothing is removed, so cached digests stay valid. */
function withoutDropped(value: JsonValue, { names, items, noise, members }: Form): JsonValue {
  if (isJsonArray(value)) {
    const reduced = (item: JsonValue): JsonValue =>
      names ? withNameOnly(item) : items ? withoutDropped(item, items) : item;
    return value.every((item) => reduced(item) === item) ? value : value.map(reduced);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const dropped = [...value.keys()].filter((key) => noise?.get(key) === 'dropped');
  let result = without(value, dropped);
  for (const [key, member] of value) {
    const form = members?.get(key);
    const reduced = form && result.has(key) ? withoutDropped(member, form) : member;
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

function withNameOnly(item: JsonValue): JsonValue {
  const name = collectionName(item);
  return name === undefined || (item as JsonObject).size === 1 ? item : new Map([['name', name]]);
}

/**
 * The fields of policy documents outside their rule lists. A fresh console may answer with only one of them.
 */
const policyFields: ReadonlySet<string> = new Set([
  '_id',
  'policyType',
  'minPort',
  'maxPort',
  'learningDisabled',
  'containerEnabled',
  'hostEnabled',
  'networkEntities',
]);

/**
 * Returns the reason why an answer is no policy of this kind, as the end of a sentence; undefined for a
 * policy. Reading any other answer as a policy without rules would remove all rules on the next pull or
 * merge. An empty answer is valid: no one has written the policy yet.
 */
export function policyAnswerProblem(kind: PolicyKind, answer: JsonObject): string | undefined {
  for (const { key } of kind.arrays) {
    const rules = answer.get(key) ?? null;
    if (rules !== null && !isJsonArray(rules)) {
      return `its ${key} are no list`;
    }
  }
  const isPolicy =
    answer.size === 0 ||
    [...answer.keys()].some((key) => policyFields.has(key) || kind.arrays.some((array) => array.key === key));
  return isPolicy ? undefined : 'it has nothing that a policy has';
}
