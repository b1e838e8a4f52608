import type { OrderedRule } from './orderedRule.ts';
import type { ScopeMatrix } from './scopeMatrix.ts';

/** A rule with the classes of its collections, without the rules above it. */
export interface RuleClasses {
  readonly rule: OrderedRule;
  /** Equal for rules with the same action. */
  readonly effect: number;
  /** One for each of its collections, also of a disabled rule. */
  readonly all: readonly number[];
  /** The same, none for a disabled rule. */
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
