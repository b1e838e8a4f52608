import { Bits } from './bits.ts';
import type { Relatives } from './relatives.ts';

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
}

/** What classes of scopes ask of one field. */
export class FieldIndex<Values> {
  readonly #index: Relations<Values>;
  readonly #numbers = new Map<string, number>();
  readonly #asked: Asked[] = [];
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
