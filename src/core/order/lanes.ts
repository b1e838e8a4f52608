import { IncrementalOrder, usualHardBudget, type IncrementalOptions } from './incrementalOrder.ts';
import type { Analysis } from './orderFinding.ts';
import { reachOf, type NamedScope, type OrderedRule } from './orderedRule.ts';
import { usualLooks } from './scopeMatrix.ts';

/**
 * What an analysis finds, in short steps, where rules may be in several lanes: of rules in another lane it is not known whether they
 * take what a rule names, so each lane is looked at as if nothing certain were known of the others. `kept` keeps what is known of
 * rules that are all in one lane.
 */
export function* analyzeLaneSteps(
  rules: readonly OrderedRule[],
  kept: IncrementalOrder,
  options: IncrementalOptions,
): Generator<void, Analysis, void> {
  const lanes = lanesOf(rules);
  if (lanes.length < 2) {
    return yield* kept.updateSteps(rules);
  }
  // Together they take no longer than one.
  const { hardBudget = usualHardBudget, looks = usualLooks } = options;
  const share = {
    ...options,
    hardBudget: Math.ceil(hardBudget / lanes.length),
    looks: Math.ceil(looks / lanes.length),
  };
  const findings: Analysis['findings'][number][] = [];
  const notAnalyzed = new Set<number>();
  for (const lane of new Set(rules.map((rule) => rule.lane))) {
    const isIn = (place: number): boolean => rules[place]?.lane === lane;
    const analysis = yield* new IncrementalOrder(share).updateSteps(inLane(rules, lane));
    analysis.findings.filter(({ rule }) => isIn(rule)).forEach((finding) => findings.push(finding));
    analysis.notAnalyzed.filter(isIn).forEach((place) => notAnalyzed.add(place));
  }
  return {
    findings: findings.toSorted((a, b) => a.rule - b.rule),
    notAnalyzed: [...notAnalyzed].sort((a, b) => a - b),
  };
}

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
