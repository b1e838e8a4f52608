import { resourceLists, type CollectionPatterns, type ResourceNames } from '../core/policy/collections.ts';

/**
 * `*` matches any text at the beginning, the end or both; case does not count. A leading `-` has no special
 * meaning here.
 */
export function matchesPattern(pattern: string, value: string): boolean {
  const [text, name] = [pattern.toLowerCase(), value.toLowerCase()];
  const open = text.startsWith('*');
  const close = text.length > 1 && text.endsWith('*');
  const core = text.slice(open ? 1 : 0, close ? -1 : undefined);
  if (open && close) {
    return name.includes(core);
  }
  if (open) {
    return name.endsWith(core);
  }
  return close ? name.startsWith(core) : name === core;
}

/** Patterns with a leading `-` exclude names; a list with only such patterns starts from everything. */
function matchesList(patterns: readonly string[], values: readonly string[]): boolean {
  const negative = patterns.filter((pattern) => pattern.startsWith('-')).map((pattern) => pattern.slice(1));
  const positive = patterns.filter((pattern) => !pattern.startsWith('-'));
  const matchesAny = (list: readonly string[]): boolean =>
    list.some((pattern) => values.some((value) => matchesPattern(pattern, value)));
  return !matchesAny(negative) && (positive.length === 0 || positive.includes('*') || matchesAny(positive));
}

/** A resource belongs to a collection when every constrained list matches one of its names. */
export function matchesCollection(collection: CollectionPatterns, resource: ResourceNames): boolean {
  return resourceLists.every((list) => {
    const patterns = collection[list] ?? [];
    return patterns.length === 0 || matchesList(patterns, resource[list] ?? []);
  });
}
