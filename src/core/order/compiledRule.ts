import type { OrderedRule } from './orderedRule.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** A collection that another of the same rule covers, by their places. */
export interface Covered {
  readonly scope: number;
  readonly by: number;
}

const nothing: readonly Covered[] = [];

/** A rule with what does not depend on the others. */
export class CompiledRule {
  readonly enabled: boolean;
  /** Classes of its collections, each name once. */
  readonly classes: readonly number[];
  /** The places of these among the collections of the rule. */
  readonly scopes: readonly number[];
  readonly #rule: OrderedRule;
  readonly #numberOf: (effect: string) => number;
  #effect: number | undefined;
  #covered: readonly Covered[] | undefined;

  /** `numberOf` gives equal numbers to equal effects. */
  constructor(rule: OrderedRule, classes: ScopeClasses, numberOf: (effect: string) => number) {
    this.enabled = rule.enabled;
    this.#rule = rule;
    this.#numberOf = numberOf;
    const own: number[] = [];
    const places: number[] = [];
    for (const [place, scope] of rule.scopes.entries()) {
      if (!places.some((before) => rule.scopes[before]?.name === scope.name)) {
        own.push(classes.classOf(scope));
        places.push(place);
      }
    }
    this.classes = own;
    this.scopes = places;
  }

  /** Worked out when it is first asked for: it may be costly. */
  get effect(): number {
    this.#effect ??= this.#numberOf(this.#rule.effect);
    return this.#effect;
  }

  covered(classes: ScopeClasses): readonly Covered[] {
    this.#covered ??= this.#rule.scopes.length < 2 ? nothing : coveredOf(this.#rule, classes);
    return this.#covered;
  }
}

function coveredOf({ scopes }: OrderedRule, classes: ScopeClasses): readonly Covered[] {
  const all = scopes.map((scope) => classes.classOf(scope));
  return all.flatMap((inner, scope) => {
    const by = all.findIndex((outer, at) => at !== scope && isCovered(classes, inner, outer, at < scope));
    return by === -1 ? [] : [{ scope, by }];
  });
}

/** Of two that are the same the first stays. */
function isCovered(classes: ScopeClasses, inner: number, outer: number, isBefore: boolean): boolean {
  return inner === outer
    ? isBefore
    : classes.wider(inner).has(outer) && (isBefore || !classes.wider(outer).has(inner));
}
