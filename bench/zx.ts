import { IncrementalOrder } from '../src/core/order/incrementalOrder.ts';
import { OrderPolicies } from './orderPolicies.ts';
import type { OrderedRule } from '../src/core/order/orderedRule.ts';
const n = Number(process.argv[2] ?? 1000);
if (process.argv[3] === 'first') { for (let k = 0; k < 40; k++) { const rules = new OrderPolicies(600).rules(n); new IncrementalOrder().update(rules); } }
else { const from = new OrderPolicies(600); const rules: OrderedRule[] = from.rules(n); const o = new IncrementalOrder(); o.update(rules);
 const edits = [(p: number) => rules.splice(p, 0, ...rules.splice((p * 7) % rules.length, 1)), (p: number) => rules.splice(p, 0, from.rule(undefined, p)), (p: number) => rules.splice(p, 1), (p: number) => (rules[p] = { ...from.rule(undefined, p), effect: rules[p]?.effect ?? '' }), (p: number) => (rules[p] = { ...(rules[p] as OrderedRule), effect: 'effect 1' }), (p: number) => (rules[p] = { ...(rules[p] as OrderedRule), enabled: false })];
 for (let at = 0; at < 2000; at++) { const place = (at * 1663 + 40) % rules.length; edits[at % 6]!(place); o.update(rules); } }
