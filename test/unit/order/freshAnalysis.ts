import {
  ruleFindingOf,
  shownFindings,
  type ListedRules,
  type RuleFinding,
} from '../../../src/core/order/ruleFindings.ts';
import { runToEnd } from '../../../src/core/util/inSlices.ts';
import { IncrementalOrder } from '../../../src/core/order/incrementalOrder.ts';
import type { OrderedRule } from '../../../src/core/order/orderedRule.ts';
import type { Analysis } from '../../../src/core/order/orderAnalysis.ts';
import type { ListOrder } from '../../../src/core/order/orderReader.ts';

/** What is said of rules by one who has seen none before. */
export function analyzeOrder(rules: readonly OrderedRule[], budget?: number): Analysis {
  return updated(new IncrementalOrder(undefined, budget), rules);
}

/** An update without a pause. */
export function updated(order: IncrementalOrder, rules: readonly OrderedRule[]): Analysis {
  return runToEnd(order.updateSteps(rules));
}

export function findingsOf({ rules }: ListOrder): Analysis {
  return analyzeOrder(rules);
}

/** The findings of an analysis of the list, for people. */
export function ruleFindingsOf(
  list: ListedRules,
  { findings }: Pick<Analysis, 'findings'>,
): readonly RuleFinding[] {
  return shownFindings(list, findings).map((finding) => ruleFindingOf(list, finding));
}
