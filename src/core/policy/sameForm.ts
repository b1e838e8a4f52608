import { isJsonObject, type JsonValue } from '../json/json.ts';
import { sameValue } from '../json/sameValue.ts';
import { canonicalText, knownDigest, memberText } from './canonical.ts';
import type { Form } from './comparisonForm.ts';

/** Whether two values have the same comparison form. Most parts of a policy are unchanged, which is seen without making it. */
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

/** As items of a list with the form `list`, where even an empty value holds a place and its type counts. */
export function sameItem(a: JsonValue, b: JsonValue, list: Form | undefined): boolean {
  return (
    sameDigest(a, b, list?.items) ??
    (sameValue(a, b) || canonicalText([a], list) === canonicalText([b], list))
  );
}

/** Of rules that were part of documents that were hashed, the cheapest way that tells; undefined for anything else. */
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
