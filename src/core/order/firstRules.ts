import { Bits } from './bits.ts';
import type { OrderedRule } from './orderedRule.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** A rule that may apply in a region: it is the first that names the class. */
export interface Candidate {
  readonly place: number;
  readonly scopeClass: number;
  /** Near classes outside the region or of rules above. The set changes with the next candidate. */
  readonly above: Bits;
}

const noRule = -1;

/**
 * The first rule that names each class. Every question about rules in order is a question about the rules that may apply in a region.
 */
export class FirstRules {
  readonly #matrix: ScopeMatrix;
  readonly #classesAt: (place: number) => readonly number[];
  /** The index is a class. */
  readonly #places: Int32Array;
  /** The place of each class among those of its rule. */
  readonly #ranks: Int32Array;
  /** All named classes. */
  readonly named = new Bits();

  /** `classesAt`: the classes that a rule names. All of them are in the matrix. */
  constructor(matrix: ScopeMatrix, classesAt: (place: number) => readonly number[]) {
    this.#matrix = matrix;
    this.#classesAt = classesAt;
    this.#places = new Int32Array(matrix.size).fill(noRule);
    this.#ranks = new Int32Array(matrix.size);
  }

  /** Makes a rule the first that names these of its classes. */
  add(place: number, classes: readonly number[]): void {
    // Backwards, since collections with the same contents are one class.
    for (let at = classes.length - 1; at >= 0; at--) {
      const classId = classes[at] as number;
      this.#places[classId] = place;
      this.#ranks[classId] = at;
      this.named.add(classId);
    }
  }

  placeOf(classId: number): number | undefined {
    const place = this.#places[classId];
    return place === noRule ? undefined : place;
  }

  /** Named classes in the order of their rules, and within a rule in its order. */
  inOrder(classes: readonly number[]): readonly number[] {
    return classes.toSorted(this.#byRule);
  }

  /** The first of named classes. */
  firstOf(classes: readonly number[]): number {
    return classes.reduce((first, other) => (this.#byRule(first, other) > 0 ? other : first));
  }

  readonly #byRule = (a: number, b: number): number =>
    (this.#places[a] as number) - (this.#places[b] as number) ||
    (this.#ranks[a] as number) - (this.#ranks[b] as number);

  /** The classes of which a rule is the first, each once. */
  classesFirstAt(place: number): readonly number[] {
    return [...new Set(this.#classesAt(place))].filter((classId) => this.#places[classId] === place);
  }

  /**
   * The rules that may apply in a region, in order. The region is everything that is in all of `inside` and in none of `outside`.
   * Whether one applies there is a question for `RegionSearch.applies`, with the class added to `inside`, and with `above`.
   */
  candidatesIn(inside: readonly number[], outside: Bits): Generator<Candidate, void, void> {
    const [first, ...others] = inside.map((classId) => this.#matrix.near(classId));
    const near = (first as Bits).copy();
    others.forEach((other) => near.keep(other));
    return this.candidates(this.inOrder(near.and(this.named).members()), near.and(outside));
  }

  /** Returns the candidates among near classes in order. */
  *candidates(classes: readonly number[], above: Bits): Generator<Candidate, void, void> {
    let from = 0;
    for (let at = 0; at < classes.length; at++) {
      const scopeClass = classes[at] as number;
      const place = this.#places[scopeClass] as number;
      for (; this.#places[classes[from] as number] !== place; from++) {
        above.add(classes[from] as number);
      }
      yield { place, scopeClass, above };
    }
  }
}

/** The first rules for the classes of enabled rules. `classesOf`: the classes that a rule names. */
export function firstRulesOf(
  rules: readonly OrderedRule[],
  matrix: ScopeMatrix,
  classesOf: (rule: OrderedRule, place: number) => readonly number[],
): FirstRules {
  const classes = rules.map((rule, place) => (rule.enabled ? classesOf(rule, place) : []));
  const first = new FirstRules(matrix, (place) => classes[place] as readonly number[]);
  for (const [place, own] of [...classes.entries()].toReversed()) {
    first.add(place, own);
  }
  return first;
}
