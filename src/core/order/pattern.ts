/** What a pattern asks of a value: `*` stands for any text at either end or both. Texts are in lower case, as case does not count. */
export type Pattern =
  | { readonly kind: 'any' }
  | { readonly kind: 'exact' | 'prefix' | 'suffix' | 'contains'; readonly text: string };

export const anything: Pattern = { kind: 'any' };

/**
 * Reads a pattern as it is written in a list of a collection, without the `-` in front of one that takes away. Undefined for
 * one whose meaning is documented nowhere: empty, or with a `*` in the middle.
 */
export function readPattern(written: string): Pattern | undefined {
  const text = written.toLowerCase();
  if (text === '*' || text === '**') {
    return anything;
  }
  const open = text.startsWith('*');
  const close = text.endsWith('*');
  const core = text.slice(open ? 1 : 0, close ? -1 : undefined);
  if (core === '' || core.includes('*')) {
    return undefined;
  }
  return { kind: open ? (close ? 'contains' : 'suffix') : close ? 'prefix' : 'exact', text: core };
}

/** Whether a value, in lower case, matches. A resource without the attribute has the empty value: only `*` matches it. */
export function matches(pattern: Pattern, value: string): boolean {
  switch (pattern.kind) {
    case 'any':
      return true;
    case 'exact':
      return value === pattern.text;
    case 'prefix':
      return value.startsWith(pattern.text);
    case 'suffix':
      return value.endsWith(pattern.text);
    case 'contains':
    default:
      return value.includes(pattern.text);
  }
}

/** Whether every value that matches `inner` matches `outer`. Exact. */
export function isWithin(inner: Pattern, outer: Pattern): boolean {
  if (outer.kind === 'any') {
    return true;
  }
  if (inner.kind === 'any') {
    return false;
  }
  if (inner.kind === 'exact') {
    return matches(outer, inner.text);
  }
  switch (outer.kind) {
    case 'contains':
      return inner.text.includes(outer.text);
    case 'prefix':
      return inner.kind === 'prefix' && inner.text.startsWith(outer.text);
    case 'suffix':
      return inner.kind === 'suffix' && inner.text.endsWith(outer.text);
    case 'exact':
    default:
      return false;
  }
}

/** Whether no value matches both. Exact: a beginning and an end, or anything with a part in it, always go together. */
export function areApart(left: Pattern, right: Pattern): boolean {
  if (left.kind === 'any' || right.kind === 'any') {
    return false;
  }
  if (left.kind === 'exact') {
    return !matches(right, left.text);
  }
  if (right.kind === 'exact') {
    return !matches(left, right.text);
  }
  if (left.kind === 'prefix' && right.kind === 'prefix') {
    return !left.text.startsWith(right.text) && !right.text.startsWith(left.text);
  }
  if (left.kind === 'suffix' && right.kind === 'suffix') {
    return !left.text.endsWith(right.text) && !right.text.endsWith(left.text);
  }
  return false;
}
