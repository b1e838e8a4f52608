import { canonicalText } from './canonical.ts';
import { collectionName, exactDate, isEmpty, isImplied, type Form } from './comparisonForm.ts';
import { exactNumber } from '../json/exactNumber.ts';
import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../json/json.ts';

/** Whether two values have the same comparison form, without building either: most rules of a policy are unchanged. */
export function sameForm(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
  form: Form | undefined,
): boolean {
  if (a === b) {
    return true;
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    return sameObject(a, b, form);
  }
  if (isJsonArray(a) && isJsonArray(b)) {
    return sameList(a, b, form);
  }
  if (typeof a === 'string' && typeof b === 'string') {
    return (form?.date === true && exactDate(a) === exactDate(b)) || (isEmpty(a, form) && isEmpty(b, form));
  }
  if (a instanceof JsonNumber && b instanceof JsonNumber) {
    return a.lexeme === b.lexeme || exactNumber(a.lexeme) === exactNumber(b.lexeme);
  }
  return isEmpty(a, form) && isEmpty(b, form);
}

function sameObject(a: JsonObject, b: JsonObject, form: Form | undefined): boolean {
  for (const [key, value] of a) {
    const other = b.get(key);
    if (value === other || form?.noise?.has(key)) {
      continue;
    }
    const mine = isImplied(key, value, form) ? undefined : value;
    const theirs = other === undefined || isImplied(key, other, form) ? undefined : other;
    if (!sameForm(mine, theirs, form?.members?.get(key))) {
      return false;
    }
  }
  for (const [key, value] of b) {
    if (!a.has(key) && !isImplied(key, value, form) && !isEmpty(value, form?.members?.get(key))) {
      return false;
    }
  }
  return true;
}

function sameList(a: JsonArray, b: JsonArray, form: Form | undefined): boolean {
  if (a.length !== b.length) {
    return false;
  }
  if (a.every((value, at) => sameItem(value, b[at] as JsonValue, form))) {
    return true;
  }
  return form?.sortBy !== undefined && canonicalText(a, form) === canonicalText(b, form);
}

/** As items of a list with the form `list`, where even an empty value holds a place and its type counts. */
export function sameItem(a: JsonValue, b: JsonValue, list: Form | undefined): boolean {
  if (a === b) {
    return true;
  }
  if (list?.names) {
    const name = collectionName(a);
    if (name !== undefined || collectionName(b) !== undefined) {
      return name === collectionName(b);
    }
    return sameItem(a, b, undefined);
  }
  const form = list?.items;
  if (isJsonObject(a)) {
    return isJsonObject(b) && sameObject(a, b, form);
  }
  if (isJsonArray(a)) {
    return isJsonArray(b) && sameList(a, b, form);
  }
  if (a instanceof JsonNumber) {
    return b instanceof JsonNumber && sameForm(a, b, form);
  }
  return (
    typeof a === 'string' && typeof b === 'string' && form?.date === true && exactDate(a) === exactDate(b)
  );
}
