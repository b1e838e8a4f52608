import { knownDigest } from './canonical.ts';
import type { Form } from './comparisonForm.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';
import { sameItem } from './sameForm.ts';
import { sameValue } from '../json/sameValue.ts';

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
  return sameValue(a, b) || sameItem(a, b, { items: form });
}
