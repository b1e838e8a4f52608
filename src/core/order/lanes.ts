import { reachOf, type NamedScope, type OrderedRule } from './orderedRule.ts';

/** Of the rules that take part. */
export function lanesOf(rules: readonly OrderedRule[]): readonly (string | undefined)[] {
  const lanes = new Set<string | undefined>();
  for (const { enabled, lane } of rules) {
    if (enabled) {
      lanes.add(lane);
    }
  }
  return [...lanes];
}

/** The rules as one lane knows them. */
export function inLane(rules: readonly OrderedRule[], lane: string | undefined): readonly OrderedRule[] {
  return rules.map((rule) => (rule.lane === lane ? rule : fromAside(rule)));
}

function fromAside(rule: OrderedRule): OrderedRule {
  return {
    name: rule.name,
    enabled: rule.enabled,
    scopes: rule.scopes.map((scope) => fromOtherLane(scope, rule.lane)),
    // Worked out on demand.
    get effect() {
      return rule.effect;
    },
  };
}

/** A collection that rules of a lane name, as another lane knows it. */
export function fromOtherLane(scope: NamedScope, lane: string | undefined): NamedScope {
  const why = [scope.ends ? 'destinations' : 'endpoints'] as const;
  // The same collection is not the same scope: it is taken as far as another lane goes.
  return {
    name: `${scope.name}\n${lane ?? ''}`,
    box: undefined,
    may: reachOf(scope),
    why,
    ...(scope.isEmpty && { isEmpty: scope.isEmpty }),
  };
}
