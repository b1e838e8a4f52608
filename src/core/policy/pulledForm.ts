import { collectionName, isEmpty, isImplied, ruleFormOf, type Form } from './comparisonForm.ts';
import type { PolicyKind } from './families.ts';
import { isJsonArray, isJsonObject, stringAt, type JsonObject, type JsonValue } from '../json/json.ts';

/** Members a console fills in that say nothing about a rule of the family as long as they are empty. */
const fillings: Readonly<Record<string, ReadonlySet<string>>> = {
  compliance: new Set(['alertThreshold', 'blockThreshold', 'graceDays', 'license', 'condition']),
  vulnerability: new Set(['license', 'condition']),
};
const noFillings: ReadonlySet<string> = new Set();
const documentNoise: ReadonlySet<string> = new Set(['modified', 'owner']);

/**
 * Live as it is written into a file: collections as `{name}`, server-managed members and empty fillings gone, every
 * ordered array there, everything else as the console answered it. With `full` nothing is left out.
 */
export function pulledForm(
  kind: PolicyKind,
  live: JsonObject,
  options: { readonly full?: boolean } = {},
): JsonObject {
  return withArrays(
    kind,
    options.full ? live : withoutNoise(kind, live, fillings[kind.family] ?? noFillings, true),
  );
}

/**
 * A document without what a PUT need not carry: the console's own members, a collection's content, and what an earlier
 * rename left behind. Every ordered array is there.
 */
export function withoutServerMembers(kind: PolicyKind, document: JsonObject): JsonObject {
  return withArrays(kind, withoutNoise(kind, document, noFillings, false));
}

function withoutNoise(
  kind: PolicyKind,
  document: JsonObject,
  unless: ReadonlySet<string>,
  forFile: boolean,
): JsonObject {
  const rule = ruleFormOf(kind);
  const result = new Map<string, JsonValue>();
  for (const [key, value] of document) {
    const twice =
      key === '_id' && key !== kind.identity.field && value === stringAt(document, kind.identity.field);
    if (documentNoise.has(key) || (forFile && twice)) {
      continue;
    }
    if (kind.arrays.some((array) => array.key === key)) {
      result.set(
        key,
        eachObject(value, (item) => plainRule(item, rule, unless, forFile)),
      );
    } else {
      const entities = key === 'networkEntities' && kind.family === 'cnns';
      result.set(key, entities ? eachObject(value ?? [], namedCollections) : value);
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

function plainRule(rule: JsonObject, form: Form, unless: ReadonlySet<string>, forFile: boolean): JsonObject {
  const result = new Map<string, JsonValue>();
  for (const [key, value] of rule) {
    const implied = forFile ? isImplied(key, value, form) : form.noise?.has(key);
    if (!implied && !(unless.has(key) && isEmpty(value, form.members?.get(key)))) {
      result.set(key, key === 'applicationsSpec' ? eachObject(value, withoutMetadata) : value);
    }
  }
  return namedCollections(result);
}

/** What the console read from a certificate. */
function withoutMetadata(application: JsonObject): JsonObject {
  const tls = application.get('tlsConfig');
  if (!isJsonObject(tls) || !tls.has('metadata')) {
    return application;
  }
  const kept = new Map(tls);
  kept.delete('metadata');
  return new Map(application).set('tlsConfig', kept);
}

function namedCollections(owner: JsonObject): JsonObject {
  const list = owner.get('collections');
  if (!isJsonArray(list)) {
    return owner;
  }
  const named = list.map((item): JsonValue => {
    const name = collectionName(item);
    return name === undefined ? item : new Map([['name', name]]);
  });
  return new Map(owner).set('collections', named);
}

function eachObject(value: JsonValue, change: (item: JsonObject) => JsonObject): JsonValue {
  return isJsonArray(value) ? value.map((item) => (isJsonObject(item) ? change(item) : item)) : value;
}
