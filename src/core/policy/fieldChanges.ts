import { collectionName, countedValue, isNoise } from './comparisonForm.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../json/json.ts';
import { memberPath } from '../json/memberPath.ts';
import { sameForm, canonicalText } from './canonical.ts';
import type { Form } from './fieldTypes.ts';

/**
 * A field that differs: `path` leads to it inside the rule or document
 * (`condition.vulnerabilities[41].block`).
 */
export interface FieldChange {
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/**
 * Returns the fields in which two objects differ, at the deepest point of difference, with their written
 * values. A path names list items by their key (`condition.vulnerabilities[41].block`). Items without a key
 * have their index if both lists have the same length. Any other list is one change. A key that is not a
 * plain word is quoted (`labels["a.b"]`). Collections are shown by their names. `skip` excludes fields of the
 * objects themselves.
 */
export function fieldChanges(
  before: JsonObject,
  after: JsonObject,
  form: Form | undefined,
  skip: ReadonlySet<string> = new Set(),
): FieldChange[] {
  const changes: FieldChange[] = [];
  walkObject('', before, after, form, changes, skip);
  return changes;
}

function walk(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  form: Form | undefined,
  changes: FieldChange[],
): void {
  if (sameForm(before, after, form)) {
    return;
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    walkObject(path, before, after, form, changes);
  } else if (!(isJsonArray(before) && isJsonArray(after) && walkList(path, before, after, form, changes))) {
    changes.push({ path, before: shown(before, form), after: shown(after, form) });
  }
}

function walkObject(
  path: string,
  before: JsonObject,
  after: JsonObject,
  form: Form | undefined,
  changes: FieldChange[],
  skip?: ReadonlySet<string>,
): void {
  for (const key of new Set([...after.keys(), ...before.keys()])) {
    if (isNoise(key, form) || skip?.has(key)) {
      continue;
    }
    const b = before.get(key);
    const a = after.get(key);
    const [countedB, countedA] = [countedValue(key, b, form), countedValue(key, a, form)];
    const isOneImplied = countedB !== b || countedA !== a;
    if (isOneImplied && !sameForm(countedB, countedA, undefined)) {
      changes.push({ path: memberPath(path, key), before: b, after: a });
    } else if (!isOneImplied) {
      walk(memberPath(path, key), b, a, form?.members?.get(key), changes);
    }
  }
}

/** Returns false when the lists can only be shown as a whole. */
function walkList(
  path: string,
  before: JsonArray,
  after: JsonArray,
  form: Form | undefined,
  changes: FieldChange[],
): boolean {
  if (form?.key !== undefined) {
    const b = keyedItems(before, form.key);
    const a = keyedItems(after, form.key);
    if (b && a && (form.isUnordered || isInOrder(b, a))) {
      for (const key of new Set([...a.keys(), ...b.keys()])) {
        walkItem(`${path}[${key}]`, b.get(key), a.get(key), form.items, changes);
      }
      return true;
    }
  }
  const comparable = before.length === after.length && !form?.isSet && !hasKeys([...before, ...after], form);
  if (!comparable || !before.every(isJsonObject) || !after.every(isJsonObject)) {
    return false;
  }
  for (const [at, item] of after.entries()) {
    walkItem(`${path}[${at}]`, before[at], item, form?.items, changes);
  }
  return true;
}

/** The indexes in a path would look like keys. */
function hasKeys(items: JsonArray, form: Form | undefined): boolean {
  return items.some((item) => form?.key !== undefined && isJsonObject(item) && item.has(form.key));
}

/** Removals and additions at the end explain the whole difference, so the order needs no change of its own. */
function isInOrder(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): boolean {
  const remaining = [...before.keys()].filter((key) => after.has(key));
  const keys = [...after.keys()];
  return remaining.every((key, at) => key === keys[at]);
}

/** An absent item differs from a present item, even from an empty one. */
function walkItem(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  form: Form | undefined,
  changes: FieldChange[],
): void {
  if (before === undefined || after === undefined) {
    changes.push({ path, before, after });
  } else {
    walk(path, before, after, form, changes);
  }
}

function shown(value: JsonValue | undefined, form: Form | undefined): JsonValue | undefined {
  return form?.names && isJsonArray(value) ? value.map((item) => collectionName(item) ?? item) : value;
}

/** Returns the items by their key as a path shows it; undefined when two items share a key, or one has none. */
export function keyedItems(list: JsonValue, keyField: string): Map<string, JsonObject> | undefined {
  const result = new Map<string, JsonObject>();
  if (!isJsonArray(list)) {
    return undefined;
  }
  for (const item of list) {
    const key = isJsonObject(item) ? item.get(keyField) : undefined;
    if (!isJsonObject(item) || key === undefined || key === null) {
      return undefined;
    }
    result.set(shownKey(key), item);
  }
  return result.size === list.length ? result : undefined;
}

/** Ambiguous text is quoted, because it could be read as a number or an index. */
export function shownKey(key: JsonValue): string {
  const isPlain = typeof key === 'string' && /^[\w.:$-]+$/.test(key) && !/^-?\d/.test(key);
  return isPlain ? key : canonicalText(key, undefined);
}
