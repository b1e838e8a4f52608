import { isJsonObject, type JsonValue } from '../json/json.ts';
import { sameValue } from '../json/sameValue.ts';
import { canonicalText, knownDigest, memberText } from './canonical.ts';
import type { Form } from './comparisonForm.ts';

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
