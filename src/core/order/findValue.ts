import { matches, type Pattern } from './pattern.ts';

/** A character that no pattern can hold, as it is upper case: what stands around it is not joined by it. */
const spacer = '\u0130';
/** The value of which nothing is required: a spacer between no beginning and no end. */
export const freeValue = spacer;

/**
 * A value, in lower case but for spacers, that matches all of `required` and none of `forbidden`; undefined when there is none.
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

/** The least that can be said of a value with all of these; undefined when two beginnings or ends do not go together. */
function joined(required: readonly Pattern[]): string | undefined {
  let [start, end] = ['', ''];
  const parts: string[] = [];
  for (const pattern of required) {
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
        parts.push(pattern.text);
        break;
      case 'any':
    }
  }
  return [start, ...parts, end].join(spacer);
}

const cutOff = new RegExp(`([-_.])${spacer}$`);
const beginsCut = new RegExp(`^${spacer}(?=[-_./:@])`);

/** The value as an example for people: spacers become the plainest text that `holds` accepts. */
export function exampleOf(value: string, holds: (value: string) => boolean): string {
  const named = value
    .replaceAll(`/${spacer}`, '/app')
    .replaceAll(`:${spacer}`, ':1')
    // What ends in the middle of a name reads as if it were cut off.
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
