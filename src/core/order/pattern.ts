/** A condition on a value: `*` is any text at either end or both. Texts are in lower case, as case does not count. */
export type Pattern =
  | { readonly kind: 'any' }
  | { readonly kind: 'exact' | 'prefix' | 'suffix' | 'contains'; readonly text: string };

const anything: Pattern = { kind: 'any' };

/**
 * Reads a pattern of a collection, without the `-` in front of an excluding pattern. Undefined for a pattern without a documented
 * meaning: empty, or with a `*` in the middle.
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

/** Whether no value matches both. Exact: some value has any beginning with any end, and any part with anything else. */
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

/** An upper-case character, which no pattern contains. It keeps the texts around it apart. */
const spacer = '\u0130';
/** The value without requirements: a spacer between an empty beginning and an empty end. */
export const freeValue = spacer;

/**
 * A value, in lower case except for spacers, that matches all of `required` and none of `forbidden`; undefined when there is none.
 *
 * Exact. The value is put together of what is required, with a spacer between the pieces. A forbidden pattern matches it only
 * where it lies within one piece, and then it matches whatever else has that piece, too.
 */
export function findValue(required: readonly Pattern[], forbidden: readonly Pattern[]): string | undefined {
  const value = joined(required);
  return value !== undefined &&
    required.every((pattern) => matches(pattern, value)) &&
    !forbidden.some((pattern) => matches(pattern, value))
    ? value
    : undefined;
}

/** All required texts with spacers between them; undefined where two beginnings or ends contradict each other. */
function joined(required: readonly Pattern[]): string | undefined {
  let start = '';
  let parts = '';
  let end = '';
  for (let at = 0; at < required.length; at++) {
    const pattern = required[at] as Pattern;
    switch (pattern.kind) {
      case 'exact':
        return pattern.text;
      case 'prefix':
        if (!pattern.text.startsWith(start) && !start.startsWith(pattern.text)) {
          return undefined;
        }
        start = pattern.text.length > start.length ? pattern.text : start;
        break;
      case 'suffix':
        if (!pattern.text.endsWith(end) && !end.endsWith(pattern.text)) {
          return undefined;
        }
        end = pattern.text.length > end.length ? pattern.text : end;
        break;
      case 'contains':
        parts += `${spacer}${pattern.text}`;
        break;
      case 'any':
    }
  }
  return `${start}${parts}${spacer}${end}`;
}

const cutOff = new RegExp(`([-_.])${spacer}$`);
const beginsCut = new RegExp(`^${spacer}(?=[-_./:@])`);

/** The value as an example for people: spacers become the plainest text that `holds` accepts. */
export function exampleOf(value: string, holds: (value: string) => boolean): string {
  const named = value
    .replaceAll(`/${spacer}`, '/app')
    .replaceAll(`:${spacer}`, ':1')
    // A name that ends with a separator would look truncated.
    .replace(cutOff, '$11')
    .replace(beginsCut, 'app');
  const plain = [
    named.replaceAll(spacer, ''),
    // A lone sign where only any name will do reads as if there were none.
    ...(value.replaceAll(spacer, '') === '' ? ['other'] : []),
    ...['', '-', 'x', 'other', 'any-other', '/', '.', '~', '\u00b7'].map((text) =>
      value.replaceAll(spacer, text),
    ),
  ];
  return (
    plain.find((candidate) => candidate !== '' && holds(candidate)) ?? value.replaceAll(spacer, '\u25e6')
  );
}
