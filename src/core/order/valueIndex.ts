import { Beginnings } from './beginnings.ts';
import { anything, isWithin, type Pattern } from './pattern.ts';
import { isValueIn } from './search.ts';
import { relate, type Related, type Relatives } from './relatives.ts';
import { areSurelyApart, isSurelyWithin, type Values } from './values.ts';

interface Placed {
  readonly text: string;
  readonly list: number;
}

/** Lists of patterns of one field. Which of them can share a value is found by how they begin and end, not pair by pair. */
export class ValueIndex {
  readonly #lists: Related<Values>[] = [];
  /** By kind of pattern, the lists that have one. */
  readonly #with = { any: [] as number[], prefix: [] as number[], suffix: [] as number[] };
  readonly #parts: Placed[] = [];
  readonly #exact: Placed[] = [];
  /** Prefixes and exact texts as they are, suffixes and exact texts backwards. */
  readonly #starts = new Beginnings<number>();
  readonly #exactStarts = new Beginnings<number>();
  readonly #ends = new Beginnings<number>();
  readonly #exactEnds = new Beginnings<number>();

  keyOf({ some, none }: Values): string {
    return `${written(some)}\n\n${written(none)}`;
  }

  /** For each list, the last search that came across it. */
  readonly #seen: number[] = [];
  #searches = 0;

  relatives(list: number): Relatives | undefined {
    return this.#lists[list];
  }

  holding(value: string): readonly number[] {
    const candidates = this.#candidates(value.split('\n').map((text) => ({ kind: 'exact', text })));
    return candidates.filter((number) => {
      const related = this.#lists[number];
      return related !== undefined && isValueIn(related.values, value);
    });
  }

  /** Answers with its number. */
  add(values: Values): number {
    const number = this.#lists.length;
    const own: Related<Values> = { values, near: [number], wider: [number], narrower: [number] };
    const isPlain = isOnePattern(values);
    for (const candidate of this.#candidates(values.some)) {
      const other = this.#lists[candidate] as Related<Values>;
      // What the index finds for one pattern beside one other does share a value.
      if (isPlain && isOnePattern(other.values)) {
        relate(number, own, candidate, other, never, isPatternWithin);
      } else {
        relate(number, own, candidate, other, areSurelyApart, isSurelyWithin);
      }
    }
    this.#lists.push(own);
    this.#seen.push(0);
    for (const pattern of values.some) {
      this.#enter(pattern, number);
    }
    return number;
  }

  #candidates(patterns: readonly Pattern[]): readonly number[] {
    const found: number[] = [];
    const search = ++this.#searches;
    const take = (list: number): void => {
      if (this.#seen[list] !== search) {
        this.#seen[list] = search;
        found.push(list);
      }
    };
    const parts = (): void => this.#parts.forEach(({ list }) => take(list));
    for (const pattern of patterns) {
      this.#with.any.forEach(take);
      switch (pattern.kind) {
        case 'any':
          this.#lists.forEach((_, list) => take(list));
          break;
        case 'prefix':
          this.#with.suffix.forEach(take);
          parts();
          this.#starts.upwards(pattern.text, take);
          this.#starts.downwards(pattern.text, take);
          this.#exactStarts.downwards(pattern.text, take);
          break;
        case 'suffix':
          this.#with.prefix.forEach(take);
          parts();
          this.#ends.upwards(backwards(pattern.text), take);
          this.#ends.downwards(backwards(pattern.text), take);
          this.#exactEnds.downwards(backwards(pattern.text), take);
          break;
        case 'contains':
          this.#with.prefix.forEach(take);
          this.#with.suffix.forEach(take);
          parts();
          this.#exact.filter(({ text }) => text.includes(pattern.text)).forEach(({ list }) => take(list));
          break;
        case 'exact':
        default:
          this.#starts.upwards(pattern.text, take);
          this.#ends.upwards(backwards(pattern.text), take);
          this.#parts.filter(({ text }) => pattern.text.includes(text)).forEach(({ list }) => take(list));
          this.#exactStarts.at(pattern.text).forEach(take);
      }
    }
    return found;
  }

  #enter(pattern: Pattern, list: number): void {
    switch (pattern.kind) {
      case 'any':
        this.#with.any.push(list);
        break;
      case 'prefix':
        this.#with.prefix.push(list);
        this.#starts.add(pattern.text, list);
        break;
      case 'suffix':
        this.#with.suffix.push(list);
        this.#ends.add(backwards(pattern.text), list);
        break;
      case 'contains':
        this.#parts.push({ text: pattern.text, list });
        break;
      case 'exact':
      default:
        this.#exact.push({ text: pattern.text, list });
        this.#exactStarts.add(pattern.text, list);
        this.#exactEnds.add(backwards(pattern.text), list);
    }
  }
}

function isOnePattern({ some, none }: Values): boolean {
  return some.length === 1 && none.length === 0;
}

function never(): boolean {
  return false;
}

function isPatternWithin(inner: Values, outer: Values): boolean {
  return isWithin(inner.some[0] ?? anything, outer.some[0] ?? anything);
}

function written(patterns: readonly Pattern[]): string {
  return patterns
    .map((pattern) => (pattern.kind === 'any' ? '*' : `${pattern.kind.charAt(0)}${pattern.text}`))
    .join('\n');
}

function backwards(text: string): string {
  let turned = '';
  for (let at = text.length - 1; at >= 0; at--) {
    turned += text.charAt(at);
  }
  return turned;
}
