import type { NamedScope, OrderedRule } from './orderedRule.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

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
  /** Whether the contents of one of them are not looked at in full. */
  readonly isCut: boolean;
  readonly #rule: OrderedRule;
  /** Classes of all its collections, also of a disabled rule. */
  readonly #all: readonly number[];
  #covered: readonly Covered[] | undefined;

  constructor(rule: OrderedRule, matrix: ScopeMatrix) {
    this.#rule = rule;
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
    this.isCut = this.classes.some((one) => matrix.tooMuch.has(one));
    this.#all = all;
  }

  /** Also of a disabled rule: collections that lie within others of the rule, each with the first such. */
  coveredIn(matrix: ScopeMatrix): readonly Covered[] {
    return (this.#covered ??= this.#all.length > 1 ? coveredAmong(this.#all, matrix) : nothing);
  }

  /** It may take long to work out. */
  get effect(): string {
    return this.#rule.effect;
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
