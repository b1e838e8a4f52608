import { IncrementalOrder } from '../../../src/core/order/incrementalOrder.ts';
import { analyzeLaneSteps } from '../../../src/core/order/lanes.ts';
import type { OrderedRule } from '../../../src/core/order/orderedRule.ts';
import type { Analysis, AnalysisOptions } from '../../../src/core/order/orderFinding.ts';
import type { ListOrder } from '../../../src/core/order/policyOrder.ts';
import { finished } from '../../../src/core/util/finished.ts';

/** What is said of rules by one who has seen none before. */
export function analyzeOrder(rules: readonly OrderedRule[], options: AnalysisOptions = {}): Analysis {
  return new IncrementalOrder(options).update(rules);
}

/** The same where rules may be in several lanes. */
export function analyzeLanes(rules: readonly OrderedRule[], options: AnalysisOptions = {}): Analysis {
  return finished(analyzeLaneSteps(rules, new IncrementalOrder(options), options));
}

export function findingsOf({ rules }: ListOrder): Analysis {
  return analyzeLanes(rules);
}
