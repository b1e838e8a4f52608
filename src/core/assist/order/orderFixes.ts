import { IncrementalOrder } from '../../order/incrementalOrder.ts';
import { plainChange, together, type Change } from '../../order/effect/change.ts';
import { effectChange } from '../../order/effect/effectChange.ts';
import { reachOf, type NamedScope, type OrderedRule } from '../../order/orderedRule.ts';
import {
  listDecisionChanges,
  decisionChangesOfMove,
  type ActingList,
  type PolicyDecisionChanges,
} from '../../order/policyDecisionChanges.ts';
import {
  namedRuleAt,
  namesOf,
  ruleAt,
  shownFindings,
  type NamedRule,
  type RuleFinding,
} from '../../order/ruleFindings.ts';
import { areBoxesSurelyApart } from '../../order/scope.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { moveIndices } from '../../policy/reorder.ts';
import { joinedWords } from '../../util/firstLines.ts';
import { inSlices } from '../../util/inSlices.ts';
import { choice, setFix, type FixData } from '../findings/finding.ts';
import { neverApplies, type OrderOfList } from './documentOrder.ts';

const removal: FixData = { title: 'Delete the rule', steps: [{ kind: 'remove-rule' }] };
const disabling = setFix('Disable the rule', ['disabled'], true);

/**
 * These fixes do not depend on other rules. Other findings need a fix that does, or the patterns of a collection, which are
 * not in the policy.
 */
export function plainFixes({ isNetwork }: PolicyKind, { code, collection }: RuleFinding): readonly FixData[] {
  if (code === 'redundant-rule') {
    return [removal, disabling];
  }
  if (code === 'unneeded-rule') {
    // Another unneeded rule may be the one that applies instead, so these fixes are not combined.
    return [removal, disabling].map((fix) => ({ ...fix, isAlone: true }));
  }
  return code === 'covered-collection' && collection && !isNetwork
    ? [withoutCollections(`Remove "${collection.name}" from the rule`, [collection.index])]
    : [];
}

/**
 * The fixes are all that repair a finding. Fixes that keep the rule without a cost come first. `list` is the current
 * one. Throws CanceledError.
 */
export async function orderFixes(
  list: OrderOfList,
  finding: RuleFinding,
  signal?: AbortSignal,
): Promise<readonly FixData[]> {
  const { code, collection } = finding;
  if (code !== 'shadowed-rule' && code !== 'partly-shadowed-rule') {
    return plainFixes(list.kind, finding);
  }
  const helpful = await helpfulFixes(list, finding, signal);
  const free = helpful.filter(({ isChoice }) => !isChoice);
  const dear = helpful.filter(({ isChoice }) => isChoice);
  if (code === 'shadowed-rule') {
    // The rule does nothing yet, so nothing is lost by switching it off.
    return [...free, choice(disabling), ...dear, choice(removal)];
  }
  const scopes = list.rules[finding.rule.index]?.scopes ?? [];
  const same = [...scopes.keys()].filter((at) => scopes[at]?.name === collection?.name);
  const canNarrow = collection && same.length < scopes.length && !list.kind.isNetwork;
  return [
    ...(canNarrow ? [withoutCollections(`Remove "${collection.name}" from the rule`, same)] : []),
    ...free,
    ...dear,
  ];
}

/** The fix removes collections from the rule of the finding, or from another rule of the list. */
function withoutCollections(title: string, places: readonly number[], rule?: number): FixData {
  // The last place comes first, because each removal moves the places below it.
  const steps = places.toReversed().map((at) => ({
    kind: 'remove' as const,
    path: ['collections', at],
    ...(rule !== undefined && { rule }),
  }));
  return { title, steps };
}

const maxNarrowings = 3;

/** These fixes are certain to help: a move of the rule, or fewer collections in a rule above. */
async function helpfulFixes(
  list: OrderOfList,
  finding: RuleFinding,
  signal: AbortSignal | undefined,
): Promise<readonly FixData[]> {
  const fixes: FixData[] = [];
  const up = await findEffectivePosition(list, finding, signal);
  if (up) {
    const title = `Move the rule above ${namesOf([namedRuleAt(list, up.to)])}`;
    fixes.push(withCost({ title, steps: [{ kind: 'move-rule', to: up.to }] }, up));
  }
  const last = fixes.length + maxNarrowings;
  // Rules of the network name entities in place of collections.
  for (const { index } of list.kind.isNetwork ? [] : finding.by) {
    const fix = fixes.length < last ? await narrowing(list, finding, index, signal) : undefined;
    fixes.push(...(fix ? [fix] : []));
  }
  return fixes;
}

/** The title of the fix names its cost. */
function withCost(fix: FixData, { idle, change }: FixCost): FixData {
  const words = [
    ...(idle.length > 0 ? [`${namesOf(idle)} would then never apply`] : []),
    ...(change.someWeaker ? ['some decisions would become weaker'] : []),
    ...(change.someUnknown && !change.someWeaker ? ['some decisions may become weaker'] : []),
  ];
  return words.length === 0 ? fix : choice({ ...fix, title: `${fix.title} (${words.join('; ')})` });
}

/** The fix removes collections from a rule above, if they may cover the scope of the finding. */
async function narrowing(
  list: OrderOfList,
  finding: RuleFinding,
  place: number,
  signal: AbortSignal | undefined,
): Promise<FixData | undefined> {
  const { rules } = list;
  const wide = rules[place]?.scopes ?? [];
  const own = rules[finding.rule.index]?.scopes ?? [];
  const concerned = own.filter((_, at) => at === (finding.collection?.index ?? at));
  const mayCover = (scope: NamedScope): boolean =>
    concerned.some(
      (other) => other.name === scope.name || !areBoxesSurelyApart(reachOf(other), reachOf(scope)),
    );
  const taken = [...wide.keys()].filter((at) => mayCover(wide[at]!));
  if (taken.length === 0 || taken.length === wide.length) {
    return undefined;
  }
  const scopes = wide.filter((_, at) => !taken.includes(at));
  const narrowed = rules.map((rule, at): OrderedRule => (at === place ? { ...rule, scopes } : rule));
  const order = [...rules.keys()];
  const idle = await idleRules(list, finding, narrowed, order, signal);
  const names = joinedWords(taken.map((at) => `"${wide[at]!.name}"`));
  const title = `Remove ${names} from ${namesOf([namedRuleAt(list, place)])}`;
  return (
    idle &&
    withCost(withoutCollections(title, taken, place), {
      idle,
      change: changeOfDecisions(listDecisionChanges(list, { ...list, rules: narrowed }, order)),
    })
  );
}

/** The drawbacks of a fix for other rules. */
interface FixCost {
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
  signal: AbortSignal | undefined,
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
  const idle = shownFindings({ kind, rules }, findings).filter(neverApplies);
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
  const before = new Set(now.filter(neverApplies).map(({ rule }) => rule));
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
