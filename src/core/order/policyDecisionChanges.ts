import { decisionChanges, type RulePair } from './decisionChanges.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import { counterpartsOf } from './touchedRules.ts';
import { byChange, plainChange, type Change } from './effect/change.ts';
import { effectDifference, effectChange, type ChangeWays } from './effect/effectChange.ts';
import { effectWords } from './effect/effectWords.ts';
import { exampleAt, type Example } from './example.ts';
import type { UnknownReason, OrderedRule } from './orderedRule.ts';
import { namedRuleAt, ruleAt, type ListedRules, type NamedRule } from './ruleFindings.ts';
import { actingRules, type ListOrder } from './orderReader.ts';

/** Another rule applies to something. Undefined: no rule applies. `before` and `after`: the actions in words. */
export interface ReplacedRule {
  readonly from: NamedRule | undefined;
  readonly to: NamedRule | undefined;
  readonly before: string;
  readonly after: string;
  readonly change: Change;
  /** Present where the change has several directions, or where the action in words does not show it. */
  readonly ways?: ChangeWays;
  readonly example: Example;
}

/**
 * A rule that acts differently on resources to which it applies before and after the change. A rule that is proven to apply to
 * no such resource is left out.
 */
interface ChangedAction {
  /** Its place after the change. */
  readonly rule: NamedRule;
  readonly before: string;
  readonly after: string;
  /** Never `same`. */
  readonly change: Change;
  readonly ways?: ChangeWays;
  /** Absent where it is unknown whether the rule applies; see `isProven`. */
  readonly example?: Example;
}

/** A changed decision, or a changed action of the rule that applies. */
export type ChangedDecision = ReplacedRule | ChangedAction;

/** The rules that apply before and after; undefined: no rule applies. */
export function rulesOf(of: ChangedDecision): Pick<ReplacedRule, 'from' | 'to'> {
  return 'rule' in of ? { from: of.rule, to: of.rule } : of;
}

/** Returns false for a changed action of a rule of which it is unknown whether it applies to anything. */
export function isProven(of: ChangedDecision): boolean {
  return 'example' in of;
}

export interface PolicyDecisionChanges {
  /** Weaker decisions come first. */
  readonly decisions: readonly ReplacedRule[];
  /** Whether another rule applies anywhere. Undefined: unknown. */
  readonly decisionsChange: boolean | undefined;
  /** Whether the list is all there is. */
  readonly isComplete: boolean;
  /** Reasons why more decisions may change, beside rules that were not analyzed. */
  readonly unknownReasons?: readonly UnknownReason[];
  /** Weaker actions come first. `decisionsChange` does not count them. */
  readonly actions: readonly ChangedAction[];
  /** Changed policy-level fields with an unknown impact; absent where only rules were compared. */
  readonly outside?: readonly string[];
  /**
   * Rules on which the search gave up; empty where there was too much to look at everything. Absent: all was analyzed.
   */
  readonly notAnalyzed?: readonly NamedRule[];
}

/**
 * Whether decisions change. Unknown instead of false where policy-level fields change, because their impact is unknown.
 */
export function areDecisionsChanged({
  decisionsChange,
  outside,
}: Pick<PolicyDecisionChanges, 'decisionsChange' | 'outside'>): boolean | undefined {
  return decisionsChange === false && outside ? undefined : decisionsChange;
}

/** The changes of one list. */
type ListDecisionChanges = Omit<PolicyDecisionChanges, 'decisionsChange'>;

/**
 * Changed decisions between two documents of a policy. Both were read by one `OrderReader`. Rules are paired as in a plan, so
 * decisions of a renamed rule do not change; a changed action of a rule is among `actions`.
 */
export function policyDecisionChanges(
  before: readonly ListOrder[],
  after: readonly ListOrder[],
): PolicyDecisionChanges {
  return joinListChanges(
    after.map((list, place) => {
      const old = before[place] ?? { ...list, written: [], rules: [] };
      return listDecisionChanges(old, list, counterpartsOf(old, list));
    }),
  );
}

/** Lists of one policy together. */
function joinListChanges(lists: readonly ListDecisionChanges[]): PolicyDecisionChanges {
  const all = lists.flatMap((list) => list.decisions);
  const isComplete = lists.every((list) => list.isComplete);
  return {
    decisions: all.toSorted(byChange),
    actions: lists.flatMap((list) => list.actions).toSorted(byChange),
    decisionsChange: all.length > 0 ? true : isComplete ? false : undefined,
    isComplete,
    ...(lists.some(({ unknownReasons }) => unknownReasons) && {
      unknownReasons: [...new Set(lists.flatMap(({ unknownReasons }) => unknownReasons ?? []))],
    }),
    ...(lists.some(({ notAnalyzed }) => notAnalyzed) && {
      notAnalyzed: lists.flatMap(({ notAnalyzed }) => notAnalyzed ?? []),
    }),
  };
}

/** A list of rules that may be switched off as a whole. */
export type ActingList = ListedRules & Pick<ListOrder, 'isOff'>;

/** Changed decisions between two states of a list. `counterparts`: see `decisionChanges`. */
export function listDecisionChanges(
  before: ActingList,
  after: ActingList,
  counterparts: readonly (number | undefined)[],
): ListDecisionChanges {
  const { kind } = after;
  const changed = changedRules(before, after, counterparts);
  const { changes, actions, isComplete, unknownReasons, gaveUp } = decisionChanges(
    actingRules(before),
    actingRules(after),
    counterparts,
    changed,
  );
  return {
    isComplete,
    actions: actions.map((pair) => {
      const action = {
        rule: namedRuleAt(after, pair.to),
        ...actionsOf(kind, ruleAt(before, pair.from), ruleAt(after, pair.to)),
      };
      return 'example' in pair
        ? {
            ...action,
            // Worked out when it is shown.
            get example() {
              return exampleAt(kind, pair.example ?? []);
            },
          }
        : action;
    }),
    ...(unknownReasons && { unknownReasons }),
    ...(gaveUp && { notAnalyzed: namedOf(gaveUp, before, after) }),
    decisions: changes.map((pair) => {
      const { from, to } = pair;
      return {
        from: from === undefined ? undefined : namedRuleAt(before, from),
        to: to === undefined ? undefined : namedRuleAt(after, to),
        ...actionsOf(kind, ruleAt(before, from), ruleAt(after, to)),
        get example() {
          return exampleAt(kind, pair.example);
        },
      };
    }),
  };
}

/** Rules with a counterpart that acts differently. */
function changedRules(
  before: ActingList,
  after: ActingList,
  counterparts: readonly (number | undefined)[],
): readonly number[] {
  const [old, now] = [actingRules(before), actingRules(after)];
  return [...counterparts.keys()].filter((from) => {
    const to = counterparts[from];
    const [oldRule, newRule] = [old[from], now[to ?? -1]];
    const isSame =
      !oldRule?.enabled || !newRule?.enabled || oldRule === newRule || oldRule.effect === newRule.effect;
    return !isSame && effectChange(after.kind, ruleAt(before, from), ruleAt(after, to)) !== plainChange.same;
  });
}

/** Changed decisions when the rules of a list are put into another order: `order[place]` is the present place of the rule. */
export function decisionChangesOfMove(list: ActingList, order: readonly number[]): PolicyDecisionChanges {
  const after: ActingList = {
    ...list,
    rules: order.map((old) => list.rules[old] ?? noRule),
    written: { at: (place) => list.written.at(order[place] ?? order.length) },
  };
  return decisionChangesOfEdit(after, { order, was: new Map() });
}

/** The effect of an edit on a list of rules. */
interface ListEdit {
  /** `order[place]` is the place of the rule before the edit; undefined: the rule is new. */
  readonly order: readonly (number | undefined)[];
  /** Removed and changed rules as they were, by their place before the edit. */
  readonly was: ReadonlyMap<number, { readonly value: JsonValue; readonly rule: OrderedRule }>;
}

/** Changed decisions by an edit of a list. `list`: as it is after the edit. */
export function decisionChangesOfEdit(list: ActingList, { order, was }: ListEdit): PolicyDecisionChanges {
  // For each place before, the place after.
  const places: number[] = [];
  for (const [place, old] of order.entries()) {
    if (old !== undefined) {
      places[old] = place;
    }
  }
  const length = [...was.keys()].reduce((longest, old) => Math.max(longest, old + 1), places.length);
  const rules = Array.from(
    { length },
    (_, old) => was.get(old)?.rule ?? list.rules[places[old] ?? -1] ?? noRule,
  );
  const before: ActingList = {
    ...list,
    rules,
    written: { at: (old) => was.get(old)?.value ?? list.written.at(places[old] ?? order.length) },
  };
  return joinListChanges([
    listDecisionChanges(
      before,
      list,
      rules.map((_, old) => places[old]),
    ),
  ]);
}

const noRule: OrderedRule = { name: '', enabled: false, scopes: [], effect: '' };

/** The actions of two rules, and how they differ where the words for them do not say it. */
function actionsOf(
  kind: PolicyKind,
  was: JsonObject | undefined,
  is: JsonObject | undefined,
): Pick<ReplacedRule, 'before' | 'after' | 'change' | 'ways'> {
  const [before, after] = [effectWords(kind, was), effectWords(kind, is)];
  const difference = effectDifference(kind, was, is);
  const { change } = difference;
  const isPlain = change === plainChange.weaker || change === plainChange.stricter;
  const isSeen = change === plainChange.same || (isPlain && before !== after);
  const ways = isSeen ? undefined : difference.ways;
  return { before, after, change, ...(ways && { ways }) };
}

/** Each rule once: as it is after the change, else before it. */
function namedOf(
  pairs: readonly RulePair[],
  before: Pick<ListOrder, 'rules'>,
  after: Pick<ListOrder, 'rules'>,
): readonly NamedRule[] {
  const rules = pairs.flatMap(({ from, to }) =>
    to === undefined ? (from === undefined ? [] : [namedRuleAt(before, from)]) : [namedRuleAt(after, to)],
  );
  return [...new Map(rules.map((rule) => [`${rule.index} ${rule.name}`, rule])).values()];
}
