import type { NamedScope, OrderedRule } from './orderedRule.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** A collection that another of the same rule covers, by their places. */
export interface Covered {
  readonly scope: number;
  readonly by: number;
}

const nothing: readonly Covered[] = [];

/** The places of so many collections, for rules that name none twice. */
const places: readonly (readonly number[])[] = [[], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3]];

/** A rule with what does not depend on the others. */
export class CompiledRule {
  readonly rule: OrderedRule;
  /** Classes of its collections, each name once. */
  readonly classes: readonly number[];
  /** The places of these among the collections of the rule. */
  readonly scopes: readonly number[];
  #covered: readonly Covered[] | undefined;

  constructor(rule: OrderedRule, classes: ScopeClasses) {
    this.rule = rule;
    const { scopes } = rule;
    const own: number[] = [];
    const once: number[] = [];
    for (let place = 0; place < scopes.length; place++) {
      const scope = scopes[place] as NamedScope;
      if (!isNamedBefore(scopes, place, scope.name)) {
        own.push(classes.classOf(scope));
        once.push(place);
      }
    }
    this.classes = own;
    this.scopes = (once.length === scopes.length ? places[once.length] : undefined) ?? once;
  }

  covered(classes: ScopeClasses): readonly Covered[] {
    this.#covered ??= coveredOf(this, classes);
    return this.#covered;
  }
}

function isNamedBefore(scopes: readonly NamedScope[], place: number, name: string): boolean {
  for (let before = 0; before < place; before++) {
    if (scopes[before]?.name === name) {
      return true;
    }
  }
  return false;
}

function coveredOf(
  { rule, classes: own, scopes: once }: CompiledRule,
  classes: ScopeClasses,
): readonly Covered[] {
  if (rule.scopes.length < 2) {
    return nothing;
  }
  const all = once.length === rule.scopes.length ? own : rule.scopes.map((scope) => classes.classOf(scope));
  let covered: Covered[] | undefined;
  for (let scope = 0; scope < all.length; scope++) {
    const inner = all[scope] as number;
    const wider = classes.wider(inner);
    for (let by = 0; by < all.length; by++) {
      const outer = all[by] as number;
      // Of two that are the same the first stays.
      const isCovered =
        inner === outer ? by < scope : wider.has(outer) && (by < scope || !classes.wider(outer).has(inner));
      if (isCovered) {
        covered ??= [];
        covered.push({ scope, by });
        break;
      }
    }
  }
  return covered ?? nothing;
}
