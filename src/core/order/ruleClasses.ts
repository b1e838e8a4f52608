import type { OrderedRule } from './orderedRule.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** A rule with the classes of its collections, without the rules above it. */
export interface RuleClasses {
  readonly rule: OrderedRule;
  /** Equal for rules with the same action. */
  readonly effect: number;
  /** One for each of its collections, also of a disabled rule. */
  readonly all: readonly number[];
  /** Without collections of the same name. A disabled rule has none. */
  readonly classes: readonly number[];
}

const nothing: readonly never[] = [];

/** `effects`: numbers of the actions of other rules. */
export function ruleClassesOf(
  rule: OrderedRule,
  matrix: ScopeMatrix,
  effects: Map<string, number>,
): RuleClasses {
  const { scopes } = rule;
  const all: number[] = [];
  const classes: number[] = [];
  for (let place = 0; place < scopes.length; place++) {
    const classId = matrix.classOf(scopes[place] as OrderedRule['scopes'][number]);
    all.push(classId);
    if (isFirstOfName(rule, place)) {
      classes.push(classId);
    }
  }
  const effect = effects.get(rule.effect) ?? effects.size;
  effects.set(rule.effect, effect);
  return { rule, effect, all, classes: rule.enabled ? classes : nothing };
}

/** Whether no collection of a rule before a place has the name of the collection there. */
export function isFirstOfName({ scopes }: Pick<OrderedRule, 'scopes'>, place: number): boolean {
  for (let before = 0; before < place; before++) {
    if (scopes[before]?.name === scopes[place]?.name) {
      return false;
    }
  }
  return true;
}

/** The place of the first other collection of a rule that contains all of one of its collections, if there is one. */
export function coveringPlace(
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
