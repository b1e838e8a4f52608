import type { JsonValue } from './json.ts';

/** Longer ones are seldom written twice. */
const longest = 600;
const most = 10_000;

/**
 * Lists and objects in rules by how they are written: most rules of a policy say most of what they say in the same words, and what is
 * written the same is the same data then, made once. It keeps the texts: nothing for longer than one look at many rules.
 */
export class KnownValues {
  /** In brackets, and by column without: in YAML that is part of how something is written. */
  readonly #known: (Map<string, JsonValue> | undefined)[] = [];

  /** What stands between two places of a text; made by `make` the first time. */
  at(text: string, start: number, end: number, make: () => JsonValue): JsonValue {
    const place = end - start > longest ? -1 : placeOf(text, start);
    if (place < 0) {
      return make();
    }
    const known = (this.#known[place] ??= new Map());
    const written = text.slice(start, end);
    let value = known.get(written);
    if (value === undefined) {
      value = make();
      if (known.size < most) {
        known.set(written, value);
      }
    }
    return value;
  }
}

/** Zero in brackets, else one more than the column; -1 where that is far to the right. */
function placeOf(text: string, start: number): number {
  const code = text.charCodeAt(start);
  if (code === 0x7b || code === 0x5b) {
    return 0;
  }
  for (let column = 0; column < longest; column++) {
    if (start === column || text.charCodeAt(start - column - 1) === 0x0a) {
      return column + 1;
    }
  }
  return -1;
}
