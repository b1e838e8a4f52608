import { Bits } from './bits.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';

/** Rules that are read between two chances to give way. */
const fewRules = 64;
export const nowhere = -1;

/** A rule that is the first to name something: only such rules decide for anything. */
export interface Naming {
  readonly place: number;
  readonly classes: number[];
}

/** By class, the first enabled rule of a list that names it: it never gets to the rules below, whatever it names. */
export class FirstNamed {
  /** Classes that are named. */
  readonly named = new Bits();
  /** From the first rule to the last. */
  readonly namings: Naming[] = [];
  /** By class. */
  readonly #first: number[] = [];
  /** By class, where its rule stands in `namings`. */
  readonly #naming: number[] = [];
  /** For each naming, the classes of those before. */
  readonly #above: Bits[] = [];

  /**
   * Reads so many rules, one after the other. `classOf`: the class of a scope, or `nowhere` for one that does not matter;
   * `sureClassOf` that of what is certain of it, where that is not all.
   */
  *read(
    rules: readonly OrderedRule[],
    count: number,
    classOf: (scope: NamedScope) => number,
    sureClassOf: (scope: NamedScope) => number,
  ): Generator<void, void, void> {
    for (let place = 0; place < count; place++) {
      const { enabled, scopes } = rules[place] as OrderedRule;
      const end = enabled ? scopes.length : 0;
      for (let at = 0; at < end; at++) {
        const scope = scopes[at] as NamedScope;
        this.#name(classOf(scope), place);
        if (!scope.box) {
          this.#name(sureClassOf(scope), place);
        }
      }
      if (place % fewRules === 0) {
        yield;
      }
    }
  }

  #name(one: number, place: number): void {
    if (one === nowhere || (one < this.#first.length && this.#first[one] !== nowhere)) {
      return;
    }
    while (this.#first.length <= one) {
      this.#first.push(nowhere);
      this.#naming.push(nowhere);
    }
    this.#first[one] = place;
    this.named.add(one);
    const last = this.namings.at(-1);
    if (last?.place === place) {
      this.#naming[one] = this.namings.length - 1;
      last.classes.push(one);
    } else {
      this.#naming[one] = this.namings.length;
      this.namings.push({ place, classes: [one] });
    }
  }

  /** Undefined where nothing names it. */
  placeOf(scopeClass: number): number | undefined {
    const place = this.#first[scopeClass];
    return place === nowhere ? undefined : place;
  }

  /** Whether a class is named above a rule that names another first, or anywhere where that is undefined. */
  isAbove(scopeClass: number, below: number | undefined): boolean {
    const place = this.placeOf(scopeClass);
    return place !== undefined && (below === undefined || place < (this.#first[below] as number));
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
