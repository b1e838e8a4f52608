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

/** What classes of scopes ask of one field. Which of them are related is put together when somebody asks. */
export class FieldIndex<Values> {
  readonly #index: Relations<Values>;
  readonly #numbers = new Map<string, number>();
  readonly #asked: Asked[] = [];
  /** By kind, classes that ask for something of it. */
  readonly #ofKind: Bits[] = [];
  /** By kinds, classes that ask for something of one of them, or for nothing. */
  #ofKinds: (Bits | undefined)[] = [];
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
    this.#asked.push({ key, own: [], isTooMuch, relatives });
    this.#tell(number, relatives);
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
    this.#ofKinds = [];
    this.free.add(scopeClass);
    this.freeHolders.add(scopeClass);
  }

  enter(number: number, scopeClass: number): void {
    this.#ofKinds = [];
    const asked = this.#of(number);
    asked.own.push(scopeClass);
    for (let kind = 0, rest = asked.relatives.kinds; rest !== 0; kind++, rest >>= 1) {
      if ((rest & 1) === 1) {
        (this.#ofKind[kind] ??= new Bits()).add(scopeClass);
      }
    }
    if (this.#holdingFree.has(number)) {
      this.freeHolders.add(scopeClass);
    }
  }

  /** Makes of `near` those that ask for something in common, or for nothing. */
  near(number: number, near: Bits): void {
    const { meets, beside, apart } = this.#of(number).relatives;
    near.become((this.#ofKinds[meets] ??= this.#findOfKinds(meets)));
    this.#addAll(number, beside, near);
    for (let at = 0; at < apart.length; at++) {
      const { own } = this.#of(apart[at] as number);
      for (let next = 0; next < own.length; next++) {
        near.remove(own[next] as number);
      }
    }
  }

  /** Adds those that ask for no less and are among these. */
  addWider(wider: Bits, number: number, among: Bits): void {
    this.#addAll(number, this.#of(number).relatives.wider, wider, among);
  }

  /** Adds those that ask for something that has its plain value and are among these. */
  addHolders(holders: Bits, number: number, among?: Bits): void {
    this.#addAll(number, this.#of(number).relatives.holders, holders, among);
  }

  /** Classes that ask for something that has this value, or for nothing; `count` is how many classes there are. */
  holding(value: string, count: number): Bits {
    const known = this.#holding.get(value);
    if (known?.asOf === count) {
      return known.classes;
    }
    const classes = this.free.copy();
    const numbers = this.#index.holding(value);
    for (let at = 0; at < numbers.length; at++) {
      this.#addOwn(numbers[at] as number, classes);
    }
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

  /** Tells what was asked before that something is related to it. */
  #tell(number: number, { beside, apart, narrower, held }: Relatives): void {
    for (let at = 0; at < beside.length; at++) {
      this.#of(beside[at] as number).relatives.beside.push(number);
    }
    for (let at = 0; at < apart.length; at++) {
      this.#of(apart[at] as number).relatives.apart.push(number);
    }
    for (let at = 0; at < narrower.length; at++) {
      this.#of(narrower[at] as number).relatives.wider.push(number);
    }
    for (let at = 0; at < held.length; at++) {
      this.#of(held[at] as number).relatives.holders.push(number);
    }
  }

  #findOfKinds(kinds: number): Bits {
    const classes = this.free.copy();
    for (let kind = 0, rest = kinds; rest !== 0; kind++, rest >>= 1) {
      const ofKind = this.#ofKind[kind];
      if ((rest & 1) === 1 && ofKind) {
        classes.addAll(ofKind);
      }
    }
    return classes;
  }

  #addAll(number: number, others: readonly number[], classes: Bits, among?: Bits): void {
    this.#addOwn(number, classes, among);
    for (let at = 0; at < others.length; at++) {
      this.#addOwn(others[at] as number, classes, among);
    }
  }

  #addOwn(number: number, classes: Bits, among?: Bits): void {
    const { own } = this.#of(number);
    for (let at = 0; at < own.length; at++) {
      const one = own[at] as number;
      if (among === undefined || among.has(one)) {
        classes.add(one);
      }
    }
  }
}
