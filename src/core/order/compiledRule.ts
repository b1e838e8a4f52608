import type { OrderedRule } from './orderedRule.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** One of the collections of a rule, by its place among them. */
export interface Part {
  readonly scope: number;
  readonly scopeClass: number;
}

/** A rule with what does not depend on the others. */
export interface CompiledRule {
  readonly enabled: boolean;
  /** Its collections, each once. */
  readonly parts: readonly Part[];
  /** Equal numbers for equal effects. */
  readonly effect: number;
  /** Collections that are named before or lie within another of the rule: `by`. */
  readonly covered: readonly { readonly scope: number; readonly by: number }[];
}

const none: CompiledRule['covered'] = [];

export function compileRule(rule: OrderedRule, classes: ScopeClasses, effect: number): CompiledRule {
  const { scopes, enabled } = rule;
  const [first] = scopes;
  if (scopes.length === 1 && first) {
    return { enabled, parts: [{ scope: 0, scopeClass: classes.classOf(first) }], effect, covered: none };
  }
  const all = scopes.map((scope) => classes.classOf(scope));
  const parts = all
    .map((scopeClass, scope) => ({ scope, scopeClass }))
    .filter(({ scope }) => !scopes.some((other, at) => at < scope && other.name === scopes[scope]?.name));
  const covered = all.flatMap((inner, scope) => {
    const by = all.findIndex((outer, at) => at !== scope && isCovered(classes, inner, outer, at < scope));
    return by === -1 ? [] : [{ scope, by }];
  });
  return { enabled, parts, effect, covered };
}

/** Of two that are the same the first stays. */
function isCovered(classes: ScopeClasses, inner: number, outer: number, isBefore: boolean): boolean {
  return inner === outer
    ? isBefore
    : classes.wider(inner).has(outer) && (isBefore || !classes.wider(outer).has(inner));
}
