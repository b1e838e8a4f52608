import { Bits } from './bits.ts';
import type { RuleClasses } from './firstRules.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';
import type { TopDownPass, Witness } from './topDownPass.ts';

/** A proven fact about a rule because of its place. */
export interface OrderFinding {
  readonly kind: OrderCode;
  readonly rule: number;
  /** The place of the collection that the finding is about; absent where it is about the whole rule. */
  readonly scope?: number;
  /** Places of the rules that cause it, in rising order; for `covered-collection` of the collections around it. */
  readonly by: readonly number[];
  /** For a shadowed rule: without it, it is unknown whether the rules that apply in its place have the same effect. */
  readonly witness?: Witness | undefined;
}

export type OrderCode =
  /** Nothing is left for the rule, and a rule with another effect applies to something in its scope. */
  | 'shadowed-rule'
  /** Nothing is left for the rule, and all rules that apply in its place have the same effect. */
  | 'redundant-rule'
  /** Nothing is left for the rule in one of its collections. */
  | 'partly-shadowed-rule'
  /** Without the rule, the rules `by` below it would apply, with the same effect. */
  | 'unneeded-rule'
  /** One of its collections is listed twice, or lies within another one of the rule. */
  | 'covered-collection'
  /** Nothing can be in one of its collections. No rule is the cause. */
  | 'empty-collection';

export interface Analysis {
  /** Sorted by rule. */
  readonly findings: readonly OrderFinding[];
  /** Rules with an incomplete analysis, because the search gave up on them. */
  readonly notAnalyzed: readonly number[];
}

/** The findings of rule order, of rules that were taken from top to bottom. */
export class OrderAnalysis implements Analysis {
  readonly #down: TopDownPass;
  /** The rules below that make each unneeded rule unneeded. */
  readonly #unneeded = new Map<number, readonly number[]>();
  /** The first rule that names each class, of the rules that were taken. */
  readonly #next: (number | undefined)[] = [];
  #findings: readonly OrderFinding[] | undefined;

  constructor(down: TopDownPass) {
    this.#down = down;
  }

  get notAnalyzed(): readonly number[] {
    return [...this.#down.gaveUp].sort((a, b) => a - b);
  }

  /** Made when they are read, because there may be one for each rule. */
  get findings(): readonly OrderFinding[] {
    return (this.#findings ??= this.#down.rules.flatMap((rule, place) => this.#findingsOf(rule, place)));
  }

  /** Takes the next rule, from the last to the first, and finds out whether it is needed. */
  passRule(place: number): void {
    const by = this.#down.results[place] === 'applies' ? this.#unneededBecauseOf(place) : undefined;
    if (by) {
      this.#unneeded.set(place, by);
    }
    const { classes } = this.#down.rules[place] as RuleClasses;
    for (let at = 0; at < classes.length; at++) {
      this.#next[classes[at] as number] = place;
    }
  }

  /** The rules below that do the same for all to which a rule applies; undefined where it is needed, or may be. */
  #unneededBecauseOf(place: number): readonly number[] | undefined {
    const down = this.#down;
    const effect = down.effectAt(place);
    const classes = down.classesLeftAt(place);
    if (!classes.every((classId) => this.#mayBeUnneeded(classId, effect))) {
      return undefined;
    }
    const taken = new Bits();
    for (const classId of classes) {
      taken.addAll(down.matrix.knownOf(down.state(classId).above));
    }
    const by = new Set<number>();
    for (const classId of classes) {
      const same = this.#sameBelow(classId, place, effect, taken);
      if (!same) {
        return undefined;
      }
      same.forEach((below) => by.add(below));
    }
    return [...by].sort((a, b) => a - b);
  }

  /** False where a resource to which the rule applies would get something else from the next rule below. */
  #mayBeUnneeded(classId: number, effect: number): boolean {
    const down = this.#down;
    const { known } = down.matrix;
    const { left } = down.state(classId);
    if (!known.has(classId) || left?.kind !== 'point') {
      return known.has(classId);
    }
    let next = down.rules.length;
    for (const holder of down.search.holdersOf(left)) {
      const its = this.#next[holder];
      if (its !== undefined && its < next && (known.has(holder) || down.effectAt(its) !== effect)) {
        next = its;
      }
    }
    return next < down.rules.length && down.effectAt(next) === effect;
  }

  /** The rules below that would apply to something of a class, where all that would have the effect; else undefined. */
  #sameBelow(classId: number, place: number, effect: number, taken: Bits): readonly number[] | undefined {
    const { matrix, search } = this.#down;
    const wider = this.#inOrder(matrix.wider(classId));
    // The rule that takes all of the class, if there is one.
    const end = wider
      .map((scopeClass) => this.#below(scopeClass))
      .find((below) => this.#down.effectAt(below) === effect);
    const same: { readonly below: number; readonly scopeClass: number; readonly above: Bits }[] = [];
    const outside = taken.copy();
    const above = matrix.near(classId).and(taken);
    // Classes of the rules so far, which are above the next rule.
    const named = new Bits();
    let last = -1;
    for (const scopeClass of this.#inOrder(matrix.near(classId), end)) {
      const below = this.#below(scopeClass);
      if (below !== last) {
        above.addAll(named);
        last = below;
      }
      named.add(scopeClass);
      if (this.#down.effectAt(below) !== effect) {
        if (!this.#isNothing([classId, scopeClass], matrix.knownOf(above), place)) {
          return undefined;
        }
      } else if (matrix.known.has(scopeClass)) {
        same.push({ below, scopeClass, above: matrix.knownOf(above).copy() });
        outside.add(scopeClass);
      }
    }
    if (end === undefined && !this.#isNothing([classId], outside, place)) {
      return undefined;
    }
    const by: number[] = [];
    for (const { below, scopeClass, above: aboveRule } of same) {
      if (by.at(-1) !== below && search.find([classId, scopeClass], aboveRule).kind === 'point') {
        by.push(below);
      }
    }
    return by;
  }

  /** The classes among some classes that rules below name, in the order of these rules, until a place. */
  #inOrder(classes: Bits, end = this.#down.rules.length): readonly number[] {
    const next = this.#next;
    return classes
      .members()
      .filter((scopeClass) => (next[scopeClass] ?? Infinity) <= end)
      .sort((a, b) => (next[a] ?? 0) - (next[b] ?? 0));
  }

  #below(scopeClass: number): number {
    return this.#next[scopeClass] as number;
  }

  #isNothing(inside: readonly number[], outside: Bits, place: number): boolean {
    const { kind } = this.#down.search.find(inside, outside);
    if (kind === 'gave-up') {
      this.#down.gaveUp.add(place);
    }
    return kind === 'none';
  }

  #findingsOf(own: RuleClasses, rule: number): readonly OrderFinding[] {
    const down = this.#down;
    const { all, classes } = own;
    const findings: OrderFinding[] = [];
    for (let scope = 0; scope < all.length; scope++) {
      const by = coveringPlace(own, scope, down.matrix);
      if (by !== undefined) {
        findings.push({ kind: 'covered-collection', rule, scope, by: [by] });
      }
    }
    const result = down.results[rule];
    if (result === 'proven-shadowed') {
      findings.push(new ProvenShadowed(down, rule));
    } else if (result === 'shadowed' || result === 'redundant') {
      findings.push({ kind: `${result}-rule`, rule, by: down.shadowingRules(classes) });
    } else if (result === 'applies') {
      const left = down.classesLeftAt(rule);
      for (const [scope, classId] of all.entries()) {
        if (!left.includes(classId) && isFirstOfName(own.rule, scope)) {
          findings.push({ kind: 'partly-shadowed-rule', rule, scope, by: down.shadowingRules([classId]) });
        }
      }
      const by = this.#unneeded.get(rule);
      if (by) {
        findings.push({ kind: 'unneeded-rule', rule, by });
      }
    }
    return findings;
  }
}

/** The causes are worked out when they are read, because there may be one for each rule. */
class ProvenShadowed implements OrderFinding {
  readonly kind = 'shadowed-rule';
  readonly rule: number;
  readonly #down: TopDownPass;

  constructor(down: TopDownPass, rule: number) {
    this.#down = down;
    this.rule = rule;
  }

  get by(): readonly number[] {
    return this.#down.shadowingRules(this.#down.rules[this.rule]?.classes ?? []);
  }

  get witness(): Witness | undefined {
    return this.#down.witnessAt(this.rule);
  }
}

/** Whether no collection of a rule before a place has the name of the collection there. */
function isFirstOfName({ scopes }: RuleClasses['rule'], place: number): boolean {
  for (let before = 0; before < place; before++) {
    if (scopes[before]?.name === scopes[place]?.name) {
      return false;
    }
  }
  return true;
}

/** The place of the first other collection of a rule that contains all of one of its collections, if there is one. */
function coveringPlace(
  { all }: Pick<RuleClasses, 'all'>,
  place: number,
  matrix: ScopeMatrix,
): number | undefined {
  const inner = all[place] as number;
  for (let at = 0; at < all.length; at++) {
    const outer = all[at] as number;
    // The first of two equal collections stays.
    const isAround =
      inner === outer
        ? at < place
        : matrix.wider(inner).has(outer) && (at < place || !matrix.wider(outer).has(inner));
    if (isAround) {
      return at;
    }
  }
  return undefined;
}
