import { IncrementalOrder } from './incrementalOrder.ts';
import type { OrderedRule } from './orderedRule.ts';
import type { Analysis, AnalysisOptions } from './orderFinding.ts';

/** Looks at rules in order, the first that matches decides. Says only what is proven. */
export function analyseOrder(rules: readonly OrderedRule[], options: AnalysisOptions = {}): Analysis {
  return new IncrementalOrder(options).update(rules);
}
