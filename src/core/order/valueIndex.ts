import { Beginnings } from './beginnings.ts';
import { anything, isWithin, type Pattern } from './pattern.ts';
import { isValueIn } from './search.ts';
import { relate, type Related, type Relatives } from './relatives.ts';
import { backwards } from './patternSet.ts';
import { PlacedTexts } from './placedTexts.ts';
import { areSurelyApart, isSurelyWithin, type Values } from './values.ts';
import type { Work } from './work.ts';

/** Looks at patterns that one list may take; one that takes more may have anything. */
const mostForOne = 500_000;

/** Lists of patterns of one field. Which of them can share a value is found by how they begin and end, not pair by pair. */
export class ValueIndex {
  readonly #work: Work;
  readonly #count = (looks: number): void => {
    this.#work.done += looks;
  };
  readonly #lists: Related<Values>[] = [];
  /** By kind of pattern, the lists that have one. */
  readonly #with = {
    any: [] as number[],
    prefix: [] as number[],
    suffix: [] as number[],
    contains: [] as number[],
  };
  readonly #parts = new PlacedTexts(this.#count);
  /** Prefixes and exact texts as they are, suffixes and exact texts backwards. */
  readonly #starts = new Beginnings<number>(this.#count);
  readonly #exactStarts = new PlacedTexts(this.#count);
  readonly #ends = new Beginnings<number>(this.#count);
  readonly #exactEnds = new PlacedTexts(this.#count);

  #none = 0;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Looks at patterns that it takes to find what has a value. */
  get tried(): number {
    return this.#parts.tried + this.#none;
  }

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
      // What the index finds for a value has a pattern that matches it.
      return related !== undefined && (related.values.none.length === 0 || isValueIn(related.values, value));
    });
  }

  /** Answers with its number, and whether what it is related to is not known, as that would take too much. */
  add(values: Values): { readonly number: number; readonly isTooMuch: boolean } {
    const work = this.#work;
    const enough = Math.min(work.limit, work.done + mostForOne);
    const number = this.#lists.length;
    const own: Related<Values> = { values, near: [number], wider: [number], narrower: [number] };
    const isPlain = isOnePattern(values);
    const areApart = (left: Values, right: Values): boolean => areSurelyApart(left, right, work);
    const isInside = (inner: Values, outer: Values): boolean => isSurelyWithin(inner, outer, work);
    for (const candidate of this.#candidates(values.some, enough)) {
      if (work.done > enough) {
        break;
      }
      work.done++;
      const other = this.#lists[candidate] as Related<Values>;
      // What the index finds for one pattern beside one other does share a value.
      if (isPlain && isOnePattern(other.values)) {
        relate(number, own, candidate, other, never, isPatternWithin);
      } else {
        relate(number, own, candidate, other, areApart, isInside);
      }
    }
    this.#lists.push(own);
    this.#seen.push(0);
    // It does not count what has it nor what is near: whoever asks takes it for anything.
    const isTooMuch = work.done > enough;
    if (!isTooMuch) {
      this.#none += values.none.length;
      for (const pattern of values.some) {
        this.#enter(pattern, number);
      }
    }
    return { number, isTooMuch };
  }

  /** Lists of which a pattern may share a value with one of these; not all of them when it takes more than `enough`. */
  #candidates(patterns: readonly Pattern[], enough?: number): readonly number[] {
    const found: number[] = [];
    const search = ++this.#searches;
    const work = this.#work;
    const done = work.done;
    const take = (list: number): void => {
      work.done++;
      if (this.#seen[list] !== search) {
        this.#seen[list] = search;
        found.push(list);
      }
    };
    const taken = new Set<readonly unknown[]>();
    /** All of these, once. */
    const takeAll = (lists: readonly number[]): void => {
      if (!taken.has(lists)) {
        taken.add(lists);
        lists.forEach(take);
      }
    };
    const parts = (): void => takeAll(this.#with.contains);
    for (const pattern of patterns) {
      if (enough !== undefined && work.done > enough) {
        break;
      }
      takeAll(this.#with.any);
      switch (pattern.kind) {
        case 'any':
          this.#lists.forEach((_, list) => take(list));
          break;
        case 'prefix':
          takeAll(this.#with.suffix);
          parts();
          this.#starts.upwards(pattern.text, take);
          this.#starts.downwards(pattern.text, take);
          this.#exactStarts.downwards(pattern.text, take);
          break;
        case 'suffix':
          takeAll(this.#with.prefix);
          parts();
          this.#ends.upwards(backwards(pattern.text), take);
          this.#ends.downwards(backwards(pattern.text), take);
          this.#exactEnds.downwards(backwards(pattern.text), take);
          break;
        case 'contains':
          takeAll(this.#with.prefix);
          takeAll(this.#with.suffix);
          parts();
          this.#exactStarts.having(pattern.text, take);
          break;
        case 'exact':
        default:
          this.#starts.upwards(pattern.text, take);
          this.#ends.upwards(backwards(pattern.text), take);
          this.#parts.within(pattern.text, take);
          this.#exactStarts.at(pattern.text).forEach(take);
      }
    }
    // What is looked up for a search counts as steps of that.
    work.done = enough === undefined ? done : work.done;
    return found;
  }

  #enter(pattern: Pattern, list: number): void {
    switch (pattern.kind) {
      case 'any':
        enterOnce(this.#with.any, list);
        break;
      case 'prefix':
        enterOnce(this.#with.prefix, list);
        this.#starts.add(pattern.text, list);
        break;
      case 'suffix':
        enterOnce(this.#with.suffix, list);
        this.#ends.add(backwards(pattern.text), list);
        break;
      case 'contains':
        enterOnce(this.#with.contains, list);
        this.#parts.add(pattern.text, list);
        break;
      case 'exact':
      default:
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

/** Lists come one after the other. */
function enterOnce(lists: number[], list: number): void {
  if (lists.at(-1) !== list) {
    lists.push(list);
  }
}
