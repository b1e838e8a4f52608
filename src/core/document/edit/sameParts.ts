import { canonicalText, sameForm, sameItem } from '../../policy/canonical.ts';
import { isImplied } from '../../policy/comparisonForm.ts';
import { isJsonObject, stringAt, type JsonArray, type JsonValue } from '../../json/json.ts';
import { sameValue } from '../../json/sameValue.ts';
import type { Form } from '../../policy/fieldTypes.ts';

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

/** Equal items match first, then items with the same id or name, then the remaining two. */
export function matchItems(before: JsonArray, next: JsonArray, form: Form | undefined): number[] {
  const match = next.map(() => -1);
  const free = new Set(before.keys());
  const pair = (keyOf: (item: JsonValue) => string | undefined): void => {
    const sources = new Map<string, number[]>();
    for (const index of [...free].toReversed()) {
      const key = keyOf(before[index] as JsonValue);
      if (key !== undefined) {
        sources.set(key, [...(sources.get(key) ?? []), index]);
      }
    }
    for (const [place, item] of next.entries()) {
      const key = match[place] === -1 ? keyOf(item) : undefined;
      const index = key === undefined ? undefined : sources.get(key)?.pop();
      if (index !== undefined) {
        match[place] = index;
        free.delete(index);
      }
    }
  };
  pair((item) => canonicalText(item, form?.items));
  pair((item) => identityOf(item, form));
  pair((item) => (isJsonObject(item) ? 'object' : undefined));
  return match;
}

/** Lists without a known form may have ids or names as well. */
const keys = ['id', '_id', 'name'];

function identityOf(item: JsonValue, form: Form | undefined): string | undefined {
  for (const key of form?.key === undefined ? keys : [form.key]) {
    const value = isJsonObject(item) ? item.get(key) : undefined;
    if (value !== undefined && value !== null) {
      return `${key} ${canonicalText(value, undefined)}`;
    }
  }
  return undefined;
}
