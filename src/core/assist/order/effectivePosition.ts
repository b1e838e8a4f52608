import { IncrementalOrder } from '../../order/incrementalOrder.ts';
import { plainChange, together, type Change } from '../../order/effect/change.ts';
import { effectChange } from '../../order/effect/effectChange.ts';
import type { NamedScope, OrderedRule } from '../../order/orderedRule.ts';
import type { OrderFinding } from '../../order/orderAnalysis.ts';
import { namesOf, namedRuleAt, ruleAt, type NamedRule, type RuleFinding } from '../../order/ruleFindings.ts';
import {
  listDecisionChanges,
  decisionChangesOfMove,
  type ActingList,
} from '../../order/policyDecisionChanges.ts';
import { moveIndices } from '../../policy/reorder.ts';
import { inSlices } from '../../util/inSlices.ts';

/** The value rates an edit: a decision can become weaker, even in part. */
export type Weaker = 'none' | 'some' | 'unknown';

/** The drawbacks of a fix for other rules. */
export interface FixCost {
  /** Rules that never apply after the fix, and apply now. */
  readonly idle: readonly NamedRule[];
  readonly weaker: Weaker;
}

/** A position at which a shadowed rule applies: above the rule at `to`. */
export interface EffectivePosition extends FixCost {
  readonly to: number;
}

/**
 * The lowest position at which a shadowed rule applies: above one of the rules that shadow it. A higher position takes more from
 * other rules, so no position costs less. Undefined where no position helps. Throws CanceledError.
 */
export async function findEffectivePosition(
  list: ActingList,
  finding: RuleFinding,
  signal?: AbortSignal,
): Promise<EffectivePosition | undefined> {
  const { index } = finding.rule;
  const { rules } = list;
  // Rules below do not matter.
  const above = rules.slice(0, index + 1);
  for (const { index: to } of finding.by.toReversed()) {
    const order = moveIndices(above.length, [index], to);
    const moved = order.flatMap((place) => above[place] ?? []);
    const findings = await findingsIn(moved, signal);
    if (!isAmong(findings, moved, finding, to)) {
      const dead = new Set((await findingsIn(above, signal)).filter(isDead).map(({ rule }) => above[rule]));
      const idle = findings.filter(
        (orderFinding) =>
          orderFinding.rule !== to && isDead(orderFinding) && !dead.has(moved[orderFinding.rule]),
      );
      return {
        to,
        idle: idle.map(({ rule }) => namedRuleAt(list, order[rule] ?? rule)),
        weaker: weakerByMove(list, index, to),
      };
    }
  }
  return undefined;
}

/** The cost of a fix in words, to go behind its title. */
export function costWords({ idle, weaker }: FixCost): readonly string[] {
  return [...(idle.length === 0 ? [] : [`${namesOf(idle)} would then never apply`]), ...weakerWords[weaker]];
}

const weakerWords: Readonly<Record<Weaker, readonly string[]>> = {
  none: [],
  some: ['some decisions would become weaker'],
  unknown: ['some decisions may become weaker'],
};

/**
 * The cost of a fix that leaves the rule at `place` only these of its collections. Undefined where that does not help. Throws
 * CanceledError.
 */
export async function costOfNarrowing(
  list: ActingList,
  finding: RuleFinding,
  place: number,
  scopes: readonly NamedScope[],
  signal?: AbortSignal,
): Promise<FixCost | undefined> {
  const { index } = finding.rule;
  const rules = list.rules.map((rule, at) => (at === place ? { ...rule, scopes } : rule));
  // Rules below do not matter.
  const findings = await findingsIn(rules.slice(0, index + 1), signal);
  if (isAmong(findings, rules, finding, index)) {
    return undefined;
  }
  const { decisions, isComplete } = listDecisionChanges(list, { ...list, rules }, [...rules.keys()]);
  return {
    // The rule that now matches less is the only one that can get an idle finding.
    idle: findings.some((orderFinding) => orderFinding.rule === place && isDead(orderFinding))
      ? [namedRuleAt(list, place)]
      : [],
    weaker: weakerAmong(decisions, isComplete),
  };
}

/**
 * A move up is weaker if the moved rule acts weaker than a passed rule. Changed decisions go only from a passed rule to
 * the moved rule.
 */
function weakerByMove(list: ActingList, from: number, to: number): Weaker {
  const own = ruleAt(list, from);
  const passed = Array.from({ length: from - to }, (_, at) => to + at);
  const mayBecome = passed.some(
    (place) => list.rules[place]?.enabled && !isHarmless(effectChange(list.kind, ruleAt(list, place), own)),
  );
  if (!mayBecome) {
    return 'none';
  }
  const order = moveIndices(list.rules.length, [from], to);
  const { decisions, isComplete } = decisionChangesOfMove(list, order);
  return weakerAmong(decisions, isComplete);
}

function weakerAmong(changes: readonly { readonly change: Change }[], isComplete: boolean): Weaker {
  const all = together([
    ...changes.map(({ change }) => change),
    isComplete ? plainChange.same : plainChange.unknown,
  ]);
  return all.someWeaker ? 'some' : isHarmless(all) ? 'none' : 'unknown';
}

function isHarmless({ someWeaker, someUnknown }: Change): boolean {
  return !someWeaker && !someUnknown;
}

async function findingsIn(
  rules: readonly OrderedRule[],
  signal: AbortSignal | undefined,
): Promise<readonly OrderFinding[]> {
  const { findings } = await inSlices(new IncrementalOrder().updateSteps(rules), signal);
  return findings;
}

function isDead({ kind }: OrderFinding): boolean {
  return kind === 'shadowed-rule' || kind === 'redundant-rule';
}

/** The finding is settled when the rule, its collection or its connections can apply again. */
function isAmong(
  findings: readonly OrderFinding[],
  rules: readonly OrderedRule[],
  { code, collection, connections }: RuleFinding,
  place: number,
): boolean {
  return findings.some((orderFinding) => {
    if (orderFinding.rule !== place) {
      return false;
    }
    const scope =
      orderFinding.kind === 'partly-shadowed-rule' ? rules[place]?.scopes[orderFinding.scope] : undefined;
    const isSame = collection
      ? orderFinding.kind === 'partly-shadowed-rule' && orderFinding.scope === collection.index
      : scope?.ends?.source === connections?.source && scope?.ends?.destination === connections?.destination;
    return isDead(orderFinding) || (code === 'partly-shadowed-rule' && scope !== undefined && isSame);
  });
}
