import type { NamedScope, OrderedRule } from './orderedRule.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** A rule with the classes of its collections, without the rules above it. */
export interface RuleClasses {
  readonly rule: OrderedRule;
  /** Each name once. A disabled rule has none. */
  readonly classes: readonly number[];
  /** Collections that lie within others of the rule, also of a disabled rule, each with the first such, by their places. */
  readonly covered: readonly { readonly scope: number; readonly by: number }[];
}

export function ruleClassesOf(rule: OrderedRule, matrix: ScopeMatrix): RuleClasses {
  const all = rule.scopes.map((scope) => matrix.classOf(scope));
  const classes = rule.enabled ? distinctScopes(rule).map((scope) => all[scope] as number) : nothing;
  return { rule, classes, covered: all.length > 1 ? coveredAmong(all, matrix) : nothing };
}

const nothing: readonly never[] = [];

/** Places of the collections of a rule, each name once. They are those of its classes. */
export function distinctScopes({ scopes }: Pick<OrderedRule, 'scopes'>): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < scopes.length; place++) {
    const { name } = scopes[place] as NamedScope;
    if (!places.some((before) => scopes[before]?.name === name)) {
      places.push(place);
    }
  }
  return places;
}

function coveredAmong(classes: readonly number[], matrix: ScopeMatrix): RuleClasses['covered'] {
  const covered = [...classes.entries()].flatMap(([scope, inner]) => {
    const by = classes.findIndex((outer, at) =>
      // The first of two equal collections stays.
      inner === outer
        ? at < scope
        : matrix.isWithin(inner, outer) && (at < scope || !matrix.isWithin(outer, inner)),
    );
    return by === -1 ? [] : [{ scope, by }];
  });
  return covered.length === 0 ? nothing : covered;
}
