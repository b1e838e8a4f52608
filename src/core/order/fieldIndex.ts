import { Bits } from './bits.ts';
import type { Relatives } from './relatives.ts';

/** Values that are remembered beyond as many as lists. */
const spareValues = 1000;

/** What classes ask of one field. */
interface Asked {
  readonly key: string;
  /** Classes that ask for it. */
  readonly own: number[];
  /** What it is related to is not known: it may be anything. */
  readonly isTooMuch: boolean;
  /** What else is asked beside it, by number: here also what was asked later. */
  readonly relatives: Relatives;
  /** Classes that ask for any of these, kept up to date. */
  readonly beside: Bits;
  apart: Bits | undefined;
  readonly wider: Bits;
  readonly holders: Bits;
}

/** Finds what is related among all that is asked of a field. */
export interface Relations<Values> {
  /** The same for what asks for the same in the same order. */
  keyOf(values: Values): string;
  /** Numbers them one after the other. Answers also whether what it is related to is not known, as that would take too much. */
  add(values: Values): { readonly relatives: Relatives; readonly isTooMuch: boolean };
  /** Looks at patterns or ranges that it takes to find what has a value. */
  readonly tried: number;
  /** What has a value: of several, separated by line breaks, one of them. */
  holding(value: string): readonly number[];
  /** Whether it has the value that is put together of nothing. */
  holdsFree(values: Values): boolean;
}

/** What classes of scopes ask of one field. */
export class FieldIndex<Values> {
  readonly #index: Relations<Values>;
  readonly #numbers = new Map<string, number>();
  readonly #asked: Asked[] = [];
  /** By kind, classes that ask for something of it. */
  readonly #ofKind: Bits[] = [];
  /** By value, of as many classes as there were then. */
  readonly #holding = new Map<string, { readonly classes: Bits; readonly asOf: number }>();
  readonly #holdingFree = new Set<number>();
  /** Classes that ask for nothing. */
  readonly free: Bits;
  /** Classes that have the value that is put together of nothing. */
  readonly freeHolders: Bits;

  constructor(index: Relations<Values>, free: Bits) {
    this.#index = index;
    this.free = free;
    this.freeHolders = free.copy();
  }

  /** The same number for what asks for the same. */
  numberOf(values: Values): number {
    const key = this.#index.keyOf(values);
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      return known;
    }
    const number = this.#asked.length;
    const { relatives, isTooMuch } = this.#index.add(values);
    this.#numbers.set(key, number);
    this.#relate(number, key, isTooMuch, relatives);
    if (this.#index.holdsFree(values)) {
      this.#holdingFree.add(number);
    }
    return number;
  }

  isTooMuch(number: number): boolean {
    return this.#of(number).isTooMuch;
  }

  /** What it takes to find those that have a value, beside what it takes for a few. */
  get tried(): number {
    return Math.max(0, this.#index.tried - 4 * this.#asked.length);
  }

  /** A class that asks for nothing. */
  enterFree(scopeClass: number): void {
    this.free.add(scopeClass);
    this.freeHolders.add(scopeClass);
  }

  enter(number: number, scopeClass: number): void {
    const asked = this.#of(number);
    const { kinds, beside, apart, narrower, held } = asked.relatives;
    asked.own.push(scopeClass);
    asked.beside.add(scopeClass);
    asked.wider.add(scopeClass);
    asked.holders.add(scopeClass);
    for (let kind = 0, rest = kinds; rest !== 0; kind++, rest >>= 1) {
      if ((rest & 1) === 1) {
        (this.#ofKind[kind] ??= new Bits()).add(scopeClass);
      }
    }
    for (let at = 0; at < beside.length; at++) {
      this.#of(beside[at] as number).beside.add(scopeClass);
    }
    for (let at = 0; at < apart.length; at++) {
      this.#of(apart[at] as number).apart?.add(scopeClass);
    }
    for (let at = 0; at < narrower.length; at++) {
      this.#of(narrower[at] as number).wider.add(scopeClass);
    }
    for (let at = 0; at < held.length; at++) {
      this.#of(held[at] as number).holders.add(scopeClass);
    }
    if (this.#holdingFree.has(number)) {
      this.freeHolders.add(scopeClass);
    }
  }

  /** Keeps those that ask for something in common, or for nothing. */
  keepNear(classes: Bits, number: number): void {
    const { relatives, beside, apart } = this.#of(number);
    const near: Bits[] = [this.free, beside];
    for (let kind = 0, rest = relatives.meets; rest !== 0; kind++, rest >>= 1) {
      const ofKind = this.#ofKind[kind];
      if ((rest & 1) === 1 && ofKind) {
        near.push(ofKind);
      }
    }
    classes.keepAny(near);
    if (apart) {
      classes.drop(apart);
    }
  }

  /** Classes that ask for no less. */
  wider(number: number): Bits {
    return this.#of(number).wider;
  }

  /** Classes that ask for something that has its plain value. */
  holders(number: number): Bits {
    return this.#of(number).holders;
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

  written(number: number): string {
    return this.#of(number).key;
  }

  #of(number: number): Asked {
    return this.#asked[number] as Asked;
  }

  #relate(number: number, key: string, isTooMuch: boolean, relatives: Relatives): void {
    const { beside, apart, wider, holders } = relatives;
    this.#asked.push({
      key,
      own: [],
      isTooMuch,
      relatives,
      beside: this.#classesOf(beside),
      apart: apart.length > 0 ? this.#classesOf(apart) : undefined,
      wider: this.#classesOf(wider),
      holders: this.#classesOf(holders),
    });
    for (let at = 0; at < beside.length; at++) {
      this.#of(beside[at] as number).relatives.beside.push(number);
    }
    for (let at = 0; at < apart.length; at++) {
      const other = this.#of(apart[at] as number);
      other.apart ??= new Bits();
      other.relatives.apart.push(number);
    }
    for (let at = 0; at < wider.length; at++) {
      this.#of(wider[at] as number).relatives.narrower.push(number);
    }
    for (let at = 0; at < holders.length; at++) {
      this.#of(holders[at] as number).relatives.held.push(number);
    }
  }

  #classesOf(numbers: readonly number[]): Bits {
    const classes = new Bits();
    for (let at = 0; at < numbers.length; at++) {
      const { own } = this.#of(numbers[at] as number);
      for (let next = 0; next < own.length; next++) {
        classes.add(own[next] as number);
      }
    }
    return classes;
  }
}
