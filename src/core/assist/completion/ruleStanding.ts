import type { PolicyDocument, RuleView } from '../../document/policyDocument.ts';
import type { RulePlace } from '../../document/ruleEdits.ts';
import type { ConsoleKnowledge } from '../../consoles/consoleKnowledge.ts';

/** A rule among its neighbours: the first rule that matches decides. */
export interface RuleStanding {
  readonly rule: RuleView;
  readonly count: number;
  /** The first enabled rule above it that applies to everything it applies to. */
  readonly covering: RuleView | undefined;
  /** How many rules below it apply to nothing beyond what it applies to. */
  readonly covered: number;
}

/** By the names of collections; `scopes` tells which of them cover everything. Undefined when there is no such rule. */
export function ruleStanding(
  policy: PolicyDocument,
  { array, index }: RulePlace,
  scopes: ConsoleKnowledge['scopes'],
): RuleStanding | undefined {
  const rules = policy.array(array)?.rules ?? [];
  const rule = rules[index];
  if (!rule) {
    return undefined;
  }
  const everything = (name: string): boolean => {
    const scope = scopes?.get(name);
    return scope
      ? Object.values(scope).every((list) => list.every((pattern) => pattern === '*'))
      : scopes === undefined && name === 'All';
  };
  const covers = (upper: RuleView): ((lower: RuleView) => boolean) => {
    const names = new Set(upper.facts.collections);
    const all = upper.facts.collections.some(everything);
    return ({ facts }) =>
      facts.collections.length > 0 && (all || facts.collections.every((name) => names.has(name)));
  };
  const below = rule.facts.disabled ? [] : rules.slice(index + 1);
  return {
    rule,
    count: rules.length,
    covering: rules.slice(0, index).find((upper) => !upper.facts.disabled && covers(upper)(rule)),
    covered: below.filter(covers(rule)).length,
  };
}
