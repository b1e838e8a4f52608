import { knownDigest } from './canonical.ts';
import type { Form } from './comparisonForm.ts';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from './json.ts';
import { sameItem } from './sameForm.ts';

/** Whether two rules have the same comparison form, by the cheapest way that tells. `form` is that of a rule. */
export function sameRule(a: JsonValue, b: JsonValue, form: Form): boolean {
  if (a === b) {
    return true;
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    const known = knownDigest(a, form);
    const other = known && knownDigest(b, form);
    if (other !== undefined) {
      return known === other;
    }
  }
  return sameWritten(a, b) || sameItem(a, b, { items: form });
}

/** Whether two values are written the same, as two readings of one rule are: nothing needs to be looked up for that. */
export function sameWritten(a: JsonValue, b: JsonValue | undefined): boolean {
  if (a === b) {
    return true;
  }
  if (a instanceof JsonNumber) {
    return b instanceof JsonNumber && a.lexeme === b.lexeme;
  }
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((item, at) => sameWritten(item, b[at]));
  }
  if (!isJsonObject(a) || !isJsonObject(b) || a.size !== b.size) {
    return false;
  }
  const members = b.entries();
  for (const [key, value] of a) {
    const member = members.next().value;
    if (!member || key !== member[0] || !sameWritten(value, member[1])) {
      return false;
    }
  }
  return true;
}
