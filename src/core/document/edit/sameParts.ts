import { isImplied, type Form } from '../../policy/comparisonForm.ts';
import { isJsonObject, stringAt, type JsonValue } from '../../json/json.ts';
import { sameForm, sameItem } from '../../policy/canonical.ts';
import { sameValue } from '../../json/sameValue.ts';

/** The result is true when an item of a list may stay unchanged. */
export function sameRule(before: JsonValue, next: JsonValue, list: Form | undefined): boolean {
  return list ? sameItem(before, next, list) && samePrevious(before, next) : sameValue(before, next);
}

/**
 * The result is true when a field may stay unchanged. The instruction of a rename (`previousName`) has to match
 * exactly.
 */
export function sameMember(
  key: string,
  before: JsonValue | undefined,
  next: JsonValue | undefined,
  form: Form | undefined,
): boolean {
  if (!form) {
    return before !== undefined && next !== undefined && sameValue(before, next);
  }
  if (key === 'previousName') {
    return (before || undefined) === (next || undefined);
  }
  const inner = form.members?.get(key);
  if (form.noise?.get(key) === 'kept') {
    // An ignored field still follows the live policy when the rest of its rule changes.
    return next === undefined || (before !== undefined && sameForm(before, next, inner));
  }
  const counts = (value: JsonValue | undefined): JsonValue | undefined =>
    value === undefined || isImplied(key, value, form) ? undefined : value;
  return sameForm(counts(before), counts(next), inner);
}

function samePrevious(before: JsonValue, next: JsonValue): boolean {
  const previous = (value: JsonValue): string =>
    isJsonObject(value) ? (stringAt(value, 'previousName') ?? '') : '';
  return previous(before) === previous(next);
}
