import { IncrementalOrder } from '../../order/incrementalOrder.ts';
import { plainChange, together, type Change } from '../../order/effect/change.ts';
import { effectChange } from '../../order/effect/effectChange.ts';
import type { OrderedRule } from '../../order/orderedRule.ts';
import type { OrderFinding } from '../../order/orderAnalysis.ts';
import {
  namedRuleAt,
  ruleAt,
  shownFindings,
  type NamedRule,
  type RuleFinding,
} from '../../order/ruleFindings.ts';
import {
  listDecisionChanges,
  decisionChangesOfMove,
  type ActingList,
  type PolicyDecisionChanges,
} from '../../order/policyDecisionChanges.ts';
import { moveIndices } from '../../policy/reorder.ts';
import { inSlices } from '../../util/inSlices.ts';
import type { OrderOfList } from './documentOrder.ts';

/** The drawbacks of a fix for other rules. */
export interface FixCost {
  /** Rules that never apply after the fix, and apply now. */
  readonly idle: readonly NamedRule[];
  /** The change of all changed decisions. */
  readonly change: Change;
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
  list: OrderOfList,
  finding: RuleFinding,
  signal?: AbortSignal,
): Promise<EffectivePosition | undefined> {
  const { index } = finding.rule;
  for (const { index: to } of finding.by.toReversed()) {
    const order = moveIndices(list.rules.length, [index], to);
    const moved = order.flatMap((place) => list.rules[place] ?? []);
    const idle = await idleRules(list, finding, moved, order, signal);
    if (idle) {
      return { to, idle, change: changeByMove(list, index, to) };
    }
  }
  return undefined;
}

/**
 * The cost of a fix that replaces rules above the rule of the finding. Undefined where that does not help. Throws
 * CanceledError.
 */
export async function costOfReplacing(
  list: OrderOfList,
  finding: RuleFinding,
  rules: readonly OrderedRule[],
  signal?: AbortSignal,
): Promise<FixCost | undefined> {
  const order = [...rules.keys()];
  const idle = await idleRules(list, finding, rules, order, signal);
  return idle && { idle, change: changeOfDecisions(listDecisionChanges(list, { ...list, rules }, order)) };
}

/**
 * Other rules that never apply after a change of the list, and apply now. Undefined where the finding remains.
 * `order[place]` is the present place of a rule.
 */
async function idleRules(
  { kind, rules: present, findings: now }: OrderOfList,
  { rule: { index }, code, collection, connections }: RuleFinding,
  all: readonly OrderedRule[],
  order: readonly number[],
  signal: AbortSignal | undefined,
): Promise<readonly NamedRule[] | undefined> {
  // Rules below do not matter.
  const rules = all.slice(0, index + 1);
  const { findings } = await inSlices(new IncrementalOrder().updateSteps(rules), signal);
  const idle = shownFindings({ kind, rules }, findings).filter(isDead);
  const place = order.indexOf(index);
  const { scopes = [] } = rules[place] ?? {};
  // The finding is settled when the rule, its collection or its connections can apply again.
  const isLeft = findings.some(({ kind: found, rule, scope }) => {
    const ends = scopes[scope ?? -1]?.ends;
    const isSame = collection
      ? scope === collection.index
      : ends?.source === connections?.source && ends?.destination === connections?.destination;
    return rule === place && found === 'partly-shadowed-rule' && found === code && isSame;
  });
  if (isLeft || idle.some(({ rule }) => rule === place)) {
    return undefined;
  }
  const before = new Set(now.filter(isDead).map(({ rule }) => rule));
  return idle
    .map(({ rule }) => order[rule] ?? rule)
    .filter((rule) => !before.has(rule))
    .map((rule) => namedRuleAt({ rules: present }, rule));
}

/**
 * A move up is weaker if the moved rule acts weaker than a passed rule. Changed decisions go only from a passed rule to
 * the moved rule.
 */
function changeByMove(list: ActingList, from: number, to: number): Change {
  const own = ruleAt(list, from);
  const passed = Array.from({ length: from - to }, (_, at) => to + at);
  const changes = passed
    .filter((place) => list.rules[place]?.enabled)
    .map((place) => effectChange(list.kind, ruleAt(list, place), own));
  const whole = together(changes);
  return whole.someWeaker || whole.someUnknown
    ? changeOfDecisions(decisionChangesOfMove(list, moveIndices(list.rules.length, [from], to)))
    : whole;
}

function changeOfDecisions({
  decisions,
  isComplete,
}: Pick<PolicyDecisionChanges, 'decisions' | 'isComplete'>): Change {
  return together([
    ...decisions.map(({ change }) => change),
    isComplete ? plainChange.same : plainChange.unknown,
  ]);
}

function isDead({ kind }: OrderFinding): boolean {
  return kind === 'shadowed-rule' || kind === 'redundant-rule';
}
