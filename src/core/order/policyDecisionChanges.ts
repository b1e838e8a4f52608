import { decisionChanges, type RulePair } from './decisionChanges.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import type { PolicyKind } from '../policy/families.ts';
import { counterpartsOf } from './touchedRules.ts';
import { byChange, plainChange, type Change } from './effect/change.ts';
import { changeWays, type ChangeWays } from './effect/changeWays.ts';
import { effectChange } from './effect/effectChange.ts';
import { effectOf, effectWords, type Effect } from './effect/effectOf.ts';
import { exampleAt, type Example } from './example.ts';
import type { UnknownReason, OrderedRule } from './orderedRule.ts';
import { namedRuleAt, ruleAt, type ListedRules, type NamedRule } from './ruleFindings.ts';
import type { ListOrder } from './orderReader.ts';

/** Something gets another deciding rule. Undefined: no rule decides. */
export interface ReplacedRule {
  readonly from: NamedRule | undefined;
  readonly to: NamedRule | undefined;
  readonly before: Effect;
  readonly after: Effect;
  readonly change: Change;
  /** Present where the change has several directions, or where the action in words does not show it. */
  readonly ways?: ChangeWays;
  readonly example: Example;
}

/** A rule that decides before and after, and does something else now to what it keeps. */
export interface ChangedAction {
  /** Its place after the change. */
  readonly rule: NamedRule;
  readonly before: Effect;
  readonly after: Effect;
  /** Never `same`. */
  readonly change: Change;
  readonly ways?: ChangeWays;
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
  /** Members outside the rules that change, and of which it is not known what they do; who asks about rules alone has none. */
  readonly outside?: readonly string[];
  /**
   * Rules of which not all is said that could be, as the search gave up on them; empty where there was too much to look at
   * everything. Absent: all was analyzed.
   */
  readonly notAnalyzed?: readonly NamedRule[];
}

/**
 * Whether something changes hands, whatever does it: where members outside the rules change, the rules alone do not tell that
 * nothing does.
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
 * The meaning of a change: another rule applies, or another rule applies or the same rule acts differently (then
 * there are no `effectChanges`: a rule that decides for nothing changes nothing).
 */
type ChangeMeaning = 'rules' | 'decisions';

/**
 * Changed decisions between two documents of a policy. Both were read by one `OrderReader`. A rule is the same
 * when a plan takes it for the same, so a rule that is renamed, or does something else now, hands nothing over; that it does
 * something else is told of the rule.
 */
export function policyDecisionChanges(
  before: readonly ListOrder[],
  after: readonly ListOrder[],
  counted: ChangeMeaning = 'rules',
  budget?: number,
): PolicyDecisionChanges {
  return joinListChanges(
    after.map((list, place) =>
      ofList(before[place] ?? { ...list, written: [], rules: [] }, list, budget, counted),
    ),
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

function ofList(
  before: ListOrder,
  after: ListOrder,
  budget: number | undefined,
  counted: ChangeMeaning,
): ListDecisionChanges {
  const counterparts = counterpartsOf(
    before,
    after,
    (from, to) =>
      counted === 'rules' ||
      effectChange(after.kind, ruleAt(before, from), ruleAt(after, to)) === plainChange.same,
  );
  return listDecisionChanges(before, after, counterparts, budget);
}

/** A list of rules that may be switched off as a whole. */
export type ActingList = ListedRules & Pick<ListOrder, 'isOff'>;

/** Changed decisions between two states of a list. `counterparts`: see `decisionChanges`. */
export function listDecisionChanges(
  before: ActingList,
  after: ActingList,
  counterparts: readonly (number | undefined)[],
  budget?: number,
): ListDecisionChanges {
  const { kind } = after;
  const [old, now] = [acting(before), acting(after)];
  const { changes, isComplete, unknownReasons, gaveUp } = decisionChanges(old, now, counterparts, budget);
  const effectChanges: ChangedAction[] = [];
  for (const [from, to] of counterparts.entries()) {
    const [one, other] = [old[from], to === undefined ? undefined : now[to]];
    if (to !== undefined && one?.enabled && other?.enabled && one !== other && one.effect !== other.effect) {
      const [was, is] = [ruleAt(before, from), ruleAt(after, to)];
      const change = effectChange(kind, was, is);
      if (change !== plainChange.same) {
        const [does, did] = [effectOf(kind, is), effectOf(kind, was)];
        const told = { before: did, after: does, change };
        effectChanges.push({ rule: namedRuleAt(after, to), ...told, ...waysFor(kind, told, was, is) });
      }
    }
  }
  return {
    isComplete,
    actions: effectChanges,
    ...(unknownReasons && { unknownReasons }),
    ...(gaveUp && { notAnalyzed: namedOf(gaveUp, before, after) }),
    decisions: changes.map((one) => {
      const { from, to } = one;
      const [was, is] = [ruleAt(before, from), ruleAt(after, to)];
      const change = effectChange(kind, was, is);
      const told = { before: effectOf(kind, was), after: effectOf(kind, is), change };
      return {
        from: from === undefined ? undefined : namedRuleAt(before, from),
        to: to === undefined ? undefined : namedRuleAt(after, to),
        ...told,
        ...waysFor(kind, told, was, is),
        // Worked out when somebody wants to see it.
        get example() {
          return exampleAt(kind, one.example);
        },
      };
    }),
  };
}

/** Changed decisions when the rules of a list are put into another order: `order[place]` is the present place of the rule. */
export function decisionChangesOfMove(list: ActingList, order: readonly number[]): PolicyDecisionChanges {
  const after: ActingList = {
    ...list,
    rules: order.map((old) => list.rules[old] ?? noRule),
    written: { at: (place) => list.written.at(order[place] ?? order.length) },
  };
  return joinListChanges([listDecisionChanges(list, after, placesAfter(order))]);
}

/** The effect of an edit on a list of rules. */
interface ListEdit {
  /** `order[place]` is where what stands there stood; undefined: it is new. */
  readonly order: readonly (number | undefined)[];
  /** Rules that are gone, or say something else now, as they were: by where they stood. */
  readonly was: ReadonlyMap<number, { readonly value: JsonValue; readonly rule: OrderedRule }>;
}

/** Changed decisions by an edit of a list. `list`: as it is after the edit. */
export function decisionChangesOfEdit(list: ActingList, { order, was }: ListEdit): PolicyDecisionChanges {
  const places = placesAfter(order);
  const length = [...was.keys()].reduce((most, old) => Math.max(most, old + 1), places.length);
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

/** The other way round: for each place before, the place after. */
function placesAfter(order: ListEdit['order']): readonly (number | undefined)[] {
  const places: (number | undefined)[] = [];
  for (const [place, old] of order.entries()) {
    if (old !== undefined) {
      places[old] = place;
    }
  }
  return Array.from(places);
}

const noRule: OrderedRule = { name: '', enabled: false, scopes: [], effect: '' };

/** Said where the words for what is done do not say it. */
function waysFor(
  kind: PolicyKind,
  { before, after, change }: Pick<ReplacedRule, 'before' | 'after' | 'change'>,
  was: JsonObject | undefined,
  is: JsonObject | undefined,
): { readonly ways?: ChangeWays } {
  const isPlain = change === plainChange.weaker || change === plainChange.stricter;
  const isSeen = change === plainChange.same || (isPlain && effectWords(before) !== effectWords(after));
  const ways = isSeen ? undefined : changeWays(kind, was, is);
  return ways ? { ways } : {};
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

function acting({ rules, isOff }: ActingList): readonly OrderedRule[] {
  return isOff ? rules.map(({ name, scopes }) => ({ name, scopes, enabled: false, effect: '' })) : rules;
}
