import { canonicalText } from '../../policy/canonical.ts';
import type { Form } from '../../policy/comparisonForm.ts';
import { isJsonObject, type JsonArray, type JsonValue } from '../../json/json.ts';

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
