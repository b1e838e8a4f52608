import { finished } from '../util/finished.ts';
import { matchRules } from '../policy/ruleMatch.ts';
import { consequenceSteps, type RulePair } from './consequences.ts';
import type { Change } from './effect/change.ts';
import { effectChange } from './effect/effectChange.ts';
import { effectOf, type Effect } from './effect/effectOf.ts';
import { exampleAt, type Example } from './example.ts';
import type { OrderedRule } from './orderedRule.ts';
import { placeOf, ruleAt, type NamedRule } from './orderFindings.ts';
import type { ListOrder } from './policyOrder.ts';

/** Something gets another deciding rule. Undefined: no rule decides. */
export interface RuleConsequence {
  readonly from: NamedRule | undefined;
  readonly to: NamedRule | undefined;
  readonly before: Effect;
  readonly after: Effect;
  readonly change: Change;
  readonly example: Example;
}

export interface PolicyConsequences {
  /** What becomes milder comes first. */
  readonly consequences: readonly RuleConsequence[];
  /** Undefined: not known. */
  readonly decisionsChange: boolean | undefined;
  /** Whether the list is all there is. */
  readonly isComplete: boolean;
  /**
   * Rules of which not all is said that could be, as the search gave up on them; empty where there was too much to look at
   * everything. Absent: all was analysed.
   */
  readonly notAnalysed?: readonly NamedRule[];
}

/** The same of one list. */
type ListConsequences = Omit<PolicyConsequences, 'decisionsChange'>;

const firstToLast: readonly Change[] = ['milder', 'mixed', 'not known', 'stricter', 'same'];

/**
 * What changes hands from one document of a policy to another: lists as one `OrderReader` read them. A rule is the same
 * when a plan takes it for the same, so a rule that is renamed, or does something else now, hands nothing over.
 */
export function policyConsequences(
  before: readonly ListOrder[],
  after: readonly ListOrder[],
  budget?: number,
): PolicyConsequences {
  return finished(policyConsequenceSteps(before, after, budget));
}

/** The same in short steps. */
export function* policyConsequenceSteps(
  before: readonly ListOrder[],
  after: readonly ListOrder[],
  budget?: number,
): Generator<void, PolicyConsequences, void> {
  const lists: ListConsequences[] = [];
  for (const [place, list] of after.entries()) {
    lists.push(yield* ofList(before[place] ?? { ...list, written: [], rules: [] }, list, budget));
  }
  const all = lists.flatMap((list) => list.consequences);
  const isComplete = lists.every((list) => list.isComplete);
  return {
    consequences: all.toSorted((a, b) => firstToLast.indexOf(a.change) - firstToLast.indexOf(b.change)),
    decisionsChange: all.length > 0 ? true : isComplete ? false : undefined,
    isComplete,
    ...(lists.some(({ notAnalysed }) => notAnalysed) && {
      notAnalysed: lists.flatMap(({ notAnalysed }) => notAnalysed ?? []),
    }),
  };
}

function* ofList(
  before: ListOrder,
  after: ListOrder,
  budget: number | undefined,
): Generator<void, ListConsequences, void> {
  const { kind } = after;
  const counterparts = Array.from<number | undefined>({ length: before.rules.length });
  for (const [to, from] of matchRules(kind, before.written, after.written).entries()) {
    if (from >= 0) {
      counterparts[from] = to;
    }
  }
  const { changes, isComplete, gaveUp } = yield* consequenceSteps(
    acting(before),
    acting(after),
    counterparts,
    budget,
  );
  return {
    isComplete,
    ...(gaveUp && { notAnalysed: namedOf(gaveUp, before, after) }),
    consequences: changes.map(({ from, to, example }) => {
      const [old, now] = [ruleAt(before, from), ruleAt(after, to)];
      return {
        from: from === undefined ? undefined : placeOf(before, from),
        to: to === undefined ? undefined : placeOf(after, to),
        before: effectOf(kind, old),
        after: effectOf(kind, now),
        change: effectChange(kind, old, now),
        example: exampleAt(kind, example),
      };
    }),
  };
}

/** By the rule as it would be, else as it is; each once. */
function namedOf(
  pairs: readonly RulePair[],
  before: Pick<ListOrder, 'rules'>,
  after: Pick<ListOrder, 'rules'>,
): readonly NamedRule[] {
  const rules = pairs.flatMap(({ from, to }) =>
    to === undefined ? (from === undefined ? [] : [placeOf(before, from)]) : [placeOf(after, to)],
  );
  return [...new Map(rules.map((rule) => [`${rule.index} ${rule.name}`, rule])).values()];
}

function acting({ rules, isOff }: ListOrder): readonly OrderedRule[] {
  return isOff ? rules.map(({ name, scopes }) => ({ name, scopes, enabled: false, effect: '' })) : rules;
}
