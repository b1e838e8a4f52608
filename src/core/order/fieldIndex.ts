import { Bits } from './bits.ts';
import type { Relatives } from './relatives.ts';

/** Values that are remembered beyond as many as lists. */
const spareValues = 1000;

/** Classes, by what they ask of one field. */
interface Asked {
  readonly key: string;
  /** Those that ask for the same. */
  readonly own: Bits;
  /** Those that ask for something in common. */
  readonly near: Bits;
  /** Those that ask for no less. */
  readonly wider: Bits;
}

/** Finds what is related among all that is asked of a field. */
export interface Relations<Values> {
  /** The same for what asks for the same in the same order. */
  keyOf(values: Values): string;
  /** Answers with its number. */
  add(values: Values): number;
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
    const number = this.#index.add(values);
    this.#numbers.set(key, number);
    const { near = [], wider = [] } = this.#index.relatives(number) ?? {};
    const asked: Asked = { key, own: new Bits(), near: new Bits(), wider: new Bits() };
    this.#asked[number] = asked;
    for (const other of near) {
      asked.near.addAll((this.#asked[other] as Asked).own);
    }
    for (const other of wider) {
      asked.wider.addAll((this.#asked[other] as Asked).own);
    }
    return number;
  }

  enter(number: number, scopeClass: number): void {
    const { near = [], narrower = [] } = this.#index.relatives(number) ?? {};
    this.#asked[number]?.own.add(scopeClass);
    for (const other of near) {
      this.#asked[other]?.near.add(scopeClass);
    }
    for (const other of narrower) {
      this.#asked[other]?.wider.add(scopeClass);
    }
  }

  /** Classes that ask for something that has this value; `count` is how many classes there are. */
  holding(value: string, count: number): Bits {
    const known = this.#holding.get(value);
    if (known?.asOf === count) {
      return known.classes;
    }
    const classes = new Bits();
    for (const number of this.#index.holding(value)) {
      classes.addAll((this.#asked[number] as Asked).own);
    }
    if (this.#holding.size > 2 * this.#asked.length + spareValues) {
      this.#holding.clear();
    }
    this.#holding.set(value, { classes, asOf: count });
    return classes;
  }

  written(number: number): string | undefined {
    return this.#asked[number]?.key;
  }

  near(number: number): Bits | undefined {
    return this.#asked[number]?.near;
  }

  wider(number: number): Bits | undefined {
    return this.#asked[number]?.wider;
  }
}
