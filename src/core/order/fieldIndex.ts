import { Bits } from './bits.ts';
import type { Relatives } from './relatives.ts';

/** Values that are remembered beyond as many as lists. */
const spareValues = 1000;

/** What classes ask of one field. */
interface Asked {
  readonly key: string;
  /** Those that ask for it. */
  readonly own: number[];
  /** What it is related to is not known: it may be anything. */
  readonly isTooMuch: boolean;
  /** Those that ask for something in common, and those that ask for no less, of as many classes as there were then. */
  related?: { readonly near: Bits; readonly wider: Bits; readonly asOf: number };
}

/** Finds what is related among all that is asked of a field. */
export interface Relations<Values> {
  /** The same for what asks for the same in the same order. */
  keyOf(values: Values): string;
  /** Answers with its number, and whether what it is related to is not known, as that would take too much. */
  add(values: Values): { readonly number: number; readonly isTooMuch: boolean };
  /** Looks at patterns or ranges that it takes to find what has a value. */
  readonly tried: number;
  relatives(number: number): Relatives | undefined;
  /** What has a value: of several, separated by line breaks, one of them. */
  holding(value: string): readonly number[];
}

/** What classes of scopes ask of one field. */
export class FieldIndex<Values> {
  readonly #index: Relations<Values>;
  readonly #numbers = new Map<string, number>();
  readonly #asked: Asked[] = [];
  /** By value, of as many classes as there were then. */
  readonly #holding = new Map<string, { readonly classes: Bits; readonly asOf: number }>();
  /** Classes that ask for nothing. */
  readonly free: Bits;

  constructor(index: Relations<Values>, free: Bits) {
    this.#index = index;
    this.free = free;
  }

  /** The same number for what asks for the same. */
  numberOf(values: Values): number {
    const key = this.#index.keyOf(values);
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      return known;
    }
    const { number, isTooMuch } = this.#index.add(values);
    this.#numbers.set(key, number);
    this.#asked[number] = { key, own: [], isTooMuch };
    return number;
  }

  isTooMuch(number: number): boolean {
    return this.#asked[number]?.isTooMuch === true;
  }

  /** What it takes to find those that have a value, beside what it takes for a few. */
  get tried(): number {
    return Math.max(0, this.#index.tried - 4 * this.#asked.length);
  }

  enter(number: number, scopeClass: number): void {
    this.#asked[number]?.own.push(scopeClass);
  }

  /** `count` is how many classes there are. */
  related(number: number, count: number): { readonly near: Bits; readonly wider: Bits } {
    const asked = this.#asked[number] as Asked;
    if (asked.related?.asOf !== count) {
      const { near = [], wider = [] } = this.#index.relatives(number) ?? {};
      asked.related = { near: this.#classesOf(near), wider: this.#classesOf(wider), asOf: count };
    }
    return asked.related;
  }

  #classesOf(numbers: readonly number[]): Bits {
    const classes = new Bits();
    for (let at = 0; at < numbers.length; at++) {
      const { own } = this.#asked[numbers[at] as number] as Asked;
      for (let next = 0; next < own.length; next++) {
        classes.add(own[next] as number);
      }
    }
    return classes;
  }

  /** Classes that ask for something that has this value; `count` is how many classes there are. */
  holding(value: string, count: number): Bits {
    const known = this.#holding.get(value);
    if (known?.asOf === count) {
      return known.classes;
    }
    const classes = this.#classesOf(this.#index.holding(value));
    if (this.#holding.size > 2 * this.#asked.length + spareValues) {
      this.#holding.clear();
    }
    this.#holding.set(value, { classes, asOf: count });
    return classes;
  }

  written(number: number): string | undefined {
    return this.#asked[number]?.key;
  }
}
