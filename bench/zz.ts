import { IncrementalOrder } from '../src/core/order/incrementalOrder.ts';
import { decisionChanges as consequences } from '../src/core/order/decisionChanges.ts';
import { OrderPolicies } from './orderPolicies.ts';
import type { OrderedRule } from '../src/core/order/orderedRule.ts';
const med = (a: number[]) => a.toSorted((x, y) => x - y)[a.length >> 1]!;
function t(f: () => void) { const s = performance.now(); f(); return performance.now() - s; }
for (const [n, c] of [[1000, 600], [10000, 600]] as const) {
  const first: number[] = [];
  for (let k = 0; k < 9; k++) { const rules = new OrderPolicies(c).rules(n); first.push(t(() => new IncrementalOrder().update(rules).notAnalyzed)); }
  console.log(n, 'first', first.map((x) => x.toFixed(1)).join(' '));
}
const edits: readonly ((rules: OrderedRule[], place: number, from: OrderPolicies) => void)[] = [
  (rules, place) => rules.splice(place, 0, ...rules.splice((place * 7) % rules.length, 1)),
  (rules, place, from) => rules.splice(place, 0, from.rule(undefined, place)),
  (rules, place) => rules.splice(place, 1),
  (rules, place, from) => (rules[place] = { ...from.rule(undefined, place), effect: rules[place]?.effect ?? '' }),
  (rules, place) => (rules[place] = { ...(rules[place] as OrderedRule), effect: 'effect 1' }),
  (rules, place) => (rules[place] = { ...(rules[place] as OrderedRule), enabled: false }),
];
for (const n of [1000, 10000]) {
  const from = new OrderPolicies(600); const rules = from.rules(n); const o = new IncrementalOrder(); o.update(rules);
  const by: number[][] = edits.map(() => []); const all: number[] = [];
  for (let at = 0; at < 60; at++) { const place = (at * 1663 + 40) % rules.length; edits[at % 6]!(rules, place, from); const d = t(() => o.update(rules).notAnalyzed.length); if (at > 6) { by[at % 6]!.push(d); all.push(d); } }
  console.log(n, 'edit', med(all).toFixed(2), 'by kind', by.map((b) => med(b).toFixed(2)).join(' '));
  const same = Array.from({ length: 20 }, () => t(() => o.update(rules).notAnalyzed.length)); console.log('  nothing changed', med(same).toFixed(2));
}
for (const [n, rev] of [[1000, false], [10000, false], [1000, true]] as const) {
  const rules = new OrderPolicies(600).rules(n); const ts: number[] = [];
  for (let run = 0; run < 7; run++) { const order = Array.from({ length: n }, (_, p) => (rev ? n - 1 - p : p)); if (!rev) order.splice((run * 53 + 200) % 600, 0, ...order.splice((run * 37 + 5) % 400, 1));
    const cp: number[] = []; order.forEach((f, to) => (cp[f] = to)); ts.push(t(() => consequences(rules, order.map((f) => rules[f]!), cp).changes.length)); }
  console.log(n, rev ? 'reverse' : 'move', ts.map((x) => x.toFixed(1)).join(' '));
}
