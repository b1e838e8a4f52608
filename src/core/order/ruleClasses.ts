import type { NamedScope, OrderedRule } from './orderedRule.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';
import { Bits } from './bits.ts';

/** A collection that another of the same rule covers, by their places. */
interface Covered {
  readonly scope: number;
  readonly by: number;
}

const nothing: readonly never[] = [];

/** The facts of one rule, without the rules above it. */
export class RuleClasses {
  /** Classes of its collections, each name once. A disabled rule has none. */
  readonly classes: readonly number[];
  /** For each of these, the place of the collection in the rule. */
  readonly scopes: readonly number[];
  readonly #rule: OrderedRule;
  readonly #numberOf: (effect: string) => number;
  /** Classes of all its collections, also of a disabled rule. */
  readonly #all: readonly number[];
  #covered: readonly Covered[] | undefined;
  #effect: number | undefined;

  constructor(rule: OrderedRule, matrix: ScopeMatrix, numberOf: (effect: string) => number) {
    this.#rule = rule;
    this.#numberOf = numberOf;
    const all = rule.scopes.map((scope) => matrix.classOf(scope));
    const scopes: number[] = [];
    for (let place = 0; place < all.length; place++) {
      const { name } = rule.scopes[place] as NamedScope;
      if (!scopes.some((before) => rule.scopes[before]?.name === name)) {
        scopes.push(place);
      }
    }
    this.scopes = rule.enabled ? scopes : nothing;
    this.classes = this.scopes.length === all.length ? all : this.scopes.map((place) => all[place] as number);
    this.#all = all;
  }

  /** Also of a disabled rule: collections that lie within others of the rule, each with the first such. */
  coveredIn(matrix: ScopeMatrix): readonly Covered[] {
    return (this.#covered ??= this.#all.length > 1 ? coveredAmong(this.#all, matrix) : nothing);
  }

  /** Equal numbers for equal effects. An effect may take long to work out. */
  get effect(): number {
    return (this.#effect ??= this.#numberOf(this.#rule.effect));
  }
}

function coveredAmong(classes: readonly number[], matrix: ScopeMatrix): readonly Covered[] {
  const covered: Covered[] = [];
  for (let scope = 0; scope < classes.length; scope++) {
    const inner = classes[scope] as number;
    const wider = matrix.wider(inner);
    for (let by = 0; by < classes.length; by++) {
      const outer = classes[by] as number;
      // The first of two equal collections stays.
      const isCovered =
        inner === outer ? by < scope : wider.has(outer) && (by < scope || !matrix.wider(outer).has(inner));
      if (isCovered) {
        covered.push({ scope, by });
        break;
      }
    }
  }
  return covered.length === 0 ? nothing : covered;
}

/** A rule, and the classes that no rule above it names. Only such a rule applies to something. */
export interface Naming {
  readonly place: number;
  readonly classes: readonly number[];
}

/** A rule that may apply in a region: it is the first that names the class. */
export interface Candidate {
  readonly place: number;
  readonly scopeClass: number;
  /** Near classes outside the region or of rules above. The set changes with the next candidate. */
  readonly above: Bits;
}

/** The enabled rules that are the first to name something, in order. `classesOf`: the classes that a rule names. */
export function namingsOf(
  rules: readonly OrderedRule[],
  classesOf: (rule: OrderedRule, place: number) => readonly number[],
): readonly Naming[] {
  const namings: Naming[] = [];
  const named = new Bits();
  for (let place = 0; place < rules.length; place++) {
    const rule = rules[place] as OrderedRule;
    const classes: number[] = [];
    for (const one of rule.enabled ? classesOf(rule, place) : []) {
      if (!named.has(one)) {
        named.add(one);
        classes.push(one);
      }
    }
    if (classes.length > 0) {
      namings.push({ place, classes });
    }
  }
  return namings;
}

/**
 * The rules that may apply in a region, in order. The region is everything that is in all of `inside` and in none of `outside`.
 * Whether one applies there is a question for `RegionSearch.applies`, with the class added to `inside`, and with `above`.
 */
export function* candidatesIn(
  matrix: ScopeMatrix,
  inside: readonly number[],
  outside: Bits,
  namings: Iterable<Naming>,
): Generator<Candidate, void, void> {
  const [first, ...others] = inside;
  const near = matrix.near(first as number).copy();
  for (const one of others) {
    near.keep(matrix.near(one));
  }
  const above = near.and(outside);
  for (const { place, classes } of namings) {
    const own = classes.filter((one) => near.has(one));
    for (const scopeClass of own) {
      yield { place, scopeClass, above };
    }
    own.forEach((one) => above.add(one));
  }
}
