import { Bits } from './bits.ts';
import type { OrderedRule } from './orderedRule.ts';
import { RuleTable } from './ruleTable.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** Rules that are read between two chances to give way. */
const fewRules = 64;
const nowhere = -1;

/** A rule that is the first to name something: only such rules decide for anything. */
export interface Naming {
  readonly place: number;
  readonly classes: readonly number[];
}

/** By class, the first enabled rule of a list that names it: it never gets to the rules below, whatever it names. */
export class FirstNamed {
  /** Classes that are named. */
  readonly named = new Bits();
  /** From the first rule to the last. */
  readonly namings: Naming[] = [];
  readonly #table: RuleTable;
  readonly #last: FirstNamed | undefined;
  readonly #classes: ScopeClasses;
  #first = new Int32Array(0);
  /** By class, where its rule stands in `namings`. */
  #naming = new Int32Array(0);
  /** For each naming, the classes of those before. */
  readonly #above: Bits[] = [];

  /** `last`: of a list that may have the same rules. */
  constructor(rules: readonly OrderedRule[], classes: ScopeClasses, last?: FirstNamed) {
    this.#table = new RuleTable(rules, () => 0);
    this.#classes = classes;
    this.#last = last;
  }

  /** Reads the rules, one after the other, until it is done. */
  *read(): Generator<void, void, void> {
    const last = this.#last ? this.#last.#table : undefined;
    while (this.#table.fill(fewRules, last, this.#classes)) {
      yield;
    }
  }

  /** Once all classes are there. */
  find(): void {
    const { starts, classes, length } = this.#table;
    this.#first = new Int32Array(this.#classes.size).fill(nowhere);
    this.#naming = new Int32Array(this.#classes.size).fill(nowhere);
    for (let place = 0; place < length; place++) {
      let own: number[] | undefined;
      const end = starts[place + 1] as number;
      for (let at = starts[place] as number; at < end; at++) {
        const one = classes[at] as number;
        if (this.#first[one] === nowhere) {
          this.#first[one] = place;
          this.#naming[one] = this.namings.length;
          this.named.add(one);
          own ??= [];
          own.push(one);
        }
      }
      if (own) {
        this.namings.push({ place, classes: own });
      }
    }
  }

  /** Undefined where nothing names it. */
  placeOf(scopeClass: number): number | undefined {
    const place = this.#first[scopeClass];
    return place === nowhere ? undefined : place;
  }

  /** Whether a class is named above a rule that names another first, or anywhere where that is undefined. */
  isAbove(scopeClass: number, below: number | undefined): boolean {
    const place = this.#first[scopeClass] as number;
    return place !== nowhere && (below === undefined || place < (this.#first[below] as number));
  }

  /** What is named above a rule that names a class first, or anywhere where that is undefined. */
  above(below: number | undefined): Bits {
    if (below === undefined) {
      return this.named;
    }
    const end = this.#naming[below] as number;
    const above = this.#above;
    while (above.length <= end) {
      const next = above.at(-1)?.copy() ?? new Bits();
      this.namings[above.length - 1]?.classes.forEach((one) => next.add(one));
      above.push(next);
    }
    return above[end] as Bits;
  }
}
