import { Bits } from './bits.ts';
import type { OrderedRule } from './orderedRule.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** A rule with the classes of its collections, without the rules above it. */
export interface RuleClasses {
  readonly rule: OrderedRule;
  /** Equal for rules with the same action. */
  readonly effect: number;
  /** One for each of its collections, also of a disabled rule. */
  readonly all: readonly number[];
  /** None for a disabled rule, else equal to `all`. */
  readonly classes: readonly number[];
  /** Not all contents of its classes are looked at. */
  readonly isTooMuch: boolean;
}

const nothing: readonly never[] = [];

/** `effects`: numbers of the actions of other rules. */
export function ruleClassesOf(
  rule: OrderedRule,
  matrix: ScopeMatrix,
  effects: Map<string, number>,
): RuleClasses {
  const all = rule.scopes.map((scope) => matrix.classOf(scope));
  const classes = rule.enabled ? all : nothing;
  const isTooMuch = classes.some((classId) => matrix.tooMuch.has(classId));
  const effect = effects.get(rule.effect) ?? effects.size;
  effects.set(rule.effect, effect);
  return { rule, effect, all, classes, isTooMuch };
}

/** A rule that may apply in a region: it is the first that names the class. */
interface Candidate {
  readonly place: number;
  readonly scopeClass: number;
  /** Near classes outside the region or of rules above. The set changes with the next candidate. */
  readonly above: Bits;
}

/**
 * The first rule that names each class. Every question about rules in order is a question about the rules that may apply in a region.
 */
export class FirstRules {
  readonly #matrix: ScopeMatrix;
  /** In the order of the rules, and within a rule in its order. */
  readonly #order: { readonly place: number; readonly scopeClass: number }[] = [];
  /** All named classes. */
  readonly named = new Bits();

  constructor(matrix: ScopeMatrix) {
    this.#matrix = matrix;
  }

  /** Adds the classes of the next rule. */
  add(place: number, classes: readonly number[]): void {
    for (const scopeClass of classes) {
      if (!this.named.has(scopeClass)) {
        this.named.add(scopeClass);
        this.#order.push({ place, scopeClass });
      }
    }
  }

  /** The named classes among some classes, in order. */
  *inOrder(classes: Bits): Generator<number, void, void> {
    for (const { scopeClass } of this.#order) {
      if (classes.has(scopeClass)) {
        yield scopeClass;
      }
    }
  }

  /**
   * The rules that may apply in a region, in order. The region is everything that is in all of `inside` and in none of `outside`.
   * Whether one applies there is a question for `RegionSearch.applies`, with the class added to `inside`, and with `above`.
   */
  candidatesIn(inside: readonly number[], outside: Bits): Generator<Candidate, void, void> {
    const [first, ...others] = inside.map((classId) => this.#matrix.near(classId));
    const near = (first as Bits).copy();
    others.forEach((other) => near.keep(other));
    return this.candidates(near, near.and(outside));
  }

  /** Returns the candidates among near classes in order. */
  *candidates(near: Bits, above: Bits): Generator<Candidate, void, void> {
    // The near classes of the rule at hand are above the next rule.
    let own: Candidate[] = [];
    for (const { place, scopeClass } of this.#order) {
      if (near.has(scopeClass)) {
        if (own[0]?.place !== place) {
          own.forEach((before) => above.add(before.scopeClass));
          own = [];
        }
        const candidate = { place, scopeClass, above };
        own.push(candidate);
        yield candidate;
      }
    }
  }
}

/** The first rules for the classes of enabled rules. `classesOf`: the classes that a rule names. */
export function firstRulesOf(
  rules: readonly OrderedRule[],
  matrix: ScopeMatrix,
  classesOf: (rule: OrderedRule, place: number) => readonly number[],
): FirstRules {
  const first = new FirstRules(matrix);
  for (const [place, rule] of rules.entries()) {
    if (rule.enabled) {
      first.add(place, classesOf(rule, place));
    }
  }
  return first;
}
