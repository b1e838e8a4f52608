import { Bits, isAmong } from './bits.ts';
import type { RuleTable } from './ruleTable.ts';

/** So many classes that come later now are looked past at once. */
const lookAhead = 16;

/**
 * The classes of which something is left for a rule, in the order of these rules. Beside the order of the last time it tells
 * which are where they were among the others: all but those in `touched` have the order they had, share a first rule with those
 * they shared one with, and have a first rule that does what the first rule did.
 */
export class LeftOrder {
  readonly bits = new Bits();
  readonly touched = new Bits();
  /** Whether so far it is just what it was the last time. */
  isAsBefore: boolean;
  readonly classes: number[] = [];
  /** Their first rules. */
  readonly places: number[] = [];
  readonly #table: RuleTable;
  /** By class, its place in this order, or -1. */
  readonly #rank: Int32Array;
  #last: LeftOrder | undefined;
  /** Of the last order, what comes next. */
  #next = 0;
  /** The ranks of the last class that is where it was, then and now. */
  #then = -1;
  #now = -1;

  constructor(size: number, table: RuleTable, last: LeftOrder | undefined) {
    this.#table = table;
    this.#last = last;
    this.isAsBefore = last !== undefined;
    this.#rank = new Int32Array(size).fill(-1);
  }

  /** `place`: of its first rule. */
  add(scopeClass: number, place: number): void {
    const rank = this.classes.length;
    this.#rank[scopeClass] = rank;
    this.bits.add(scopeClass);
    this.classes.push(scopeClass);
    this.places.push(place);
    const last = this.#last;
    const then = (last ? last.#rank[scopeClass] : undefined) ?? -1;
    if (
      !last ||
      then < this.#next ||
      then > this.#next + lookAhead ||
      !this.#isJoinedAsThen(last, then, place) ||
      !this.#doesAsThen(last, last.places[then] as number, place)
    ) {
      this.touched.add(scopeClass);
      this.isAsBefore = false;
      return;
    }
    this.isAsBefore &&= then === rank;
    this.#next = then + 1;
    this.#then = then;
    this.#now = rank;
  }

  /** Takes over those of rules above `end`, which are those that stood there the last time. */
  takeOver(end: number): void {
    const { classes, places } = this.#last ?? this;
    let rank = this.classes.length;
    for (; rank < classes.length && (places[rank] as number) < end; rank++) {
      const scopeClass = classes[rank] as number;
      this.#rank[scopeClass] = rank;
      this.bits.add(scopeClass);
      this.classes.push(scopeClass);
      this.places.push(places[rank] as number);
    }
    this.#next = rank;
    this.#then = rank - 1;
    this.#now = rank - 1;
  }

  /** Of these classes the one that comes first, or first after `after`. */
  firstOf(classes: Bits, after?: number): number | undefined {
    const order = this.classes;
    const { words } = classes;
    for (let rank = after === undefined ? 0 : this.#rankOf(after) + 1; rank < order.length; rank++) {
      const one = order[rank] as number;
      if (isAmong(words, one)) {
        return one;
      }
    }
    return undefined;
  }

  /** Of these classes those whose first rule is above that of another. */
  above(classes: Bits, scopeClass: number): Bits {
    const above = new Bits();
    const order = this.classes;
    const { places } = this;
    const { words } = classes;
    const end = this.#rankOf(scopeClass);
    const place = places[end];
    for (let rank = 0; rank < end && places[rank] !== place; rank++) {
      const one = order[rank] as number;
      if (isAmong(words, one)) {
        above.add(one);
      }
    }
    return above;
  }

  /** In this order. */
  sorted(classes: Iterable<number>): readonly number[] {
    return [...classes].sort((a, b) => this.#rankOf(a) - this.#rankOf(b));
  }

  #rankOf(scopeClass: number): number {
    return this.#rank[scopeClass] as number;
  }

  /** What came before is not needed any more. */
  finish(): void {
    this.#last = undefined;
  }

  /** Whether it has one rule with the one before it that is where it was, now as then. */
  #isJoinedAsThen(last: LeftOrder, then: number, place: number): boolean {
    return (
      this.#now === -1 ||
      (last.places[then] === last.places[this.#then]) === (place === this.places[this.#now])
    );
  }

  #doesAsThen(last: LeftOrder, before: number, place: number): boolean {
    if (last.#table.rules[before] === this.#table.rules[place]) {
      this.#table.takeEffect(place, last.#table, before);
      return true;
    }
    // Where nobody asked, nothing that is kept goes by it.
    const effect = last.#table.knownEffectAt(before);
    return effect === undefined || effect === this.#table.effectAt(place);
  }
}
