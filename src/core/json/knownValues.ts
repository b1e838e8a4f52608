import type { JsonValue } from './json.ts';

/** Longer ones are seldom written twice. */
const longest = 600;
const most = 10_000;

/**
 * Lists and objects in rules by how they are written: most rules of a policy say most of what they say in the same words, and what is
 * written the same is the same data then, made once. It keeps the texts: nothing for longer than one look at many rules.
 */
export class KnownValues {
  /** By column: in YAML that is part of how something is written. */
  readonly #known: (Map<string, JsonValue> | undefined)[] = [];

  /** What stands between two places of a text; made by `make` the first time. */
  at(text: string, start: number, end: number, make: () => JsonValue): JsonValue {
    if (end - start > longest) {
      return make();
    }
    const column = start - text.lastIndexOf('\n', start) - 1;
    const known = (this.#known[Math.min(column, longest)] ??= new Map());
    const written = text.slice(start, end);
    let value = known.get(written);
    if (value === undefined) {
      value = make();
      if (known.size < most && column < longest) {
        known.set(written, value);
      }
    }
    return value;
  }
}
