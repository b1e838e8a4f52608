import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeOrder, updated } from './freshAnalysis.ts';
import { IncrementalOrder } from '../../../src/core/order/incrementalOrder.ts';
import type { NamedScope, OrderedRule } from '../../../src/core/order/orderedRule.ts';

const collections: readonly NamedScope[] = Array.from({ length: 20 }, (_, at) => ({
  name: `c${at}`,
  box: undefined,
}));

/** Each collection is named by its own rule first, and then again and again by rules that each do something of their own. */
const rulesOf = (count: number): readonly OrderedRule[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `rule ${at}`,
    enabled: true,
    scopes: [collections[at % collections.length] as NamedScope],
    effect: `does ${at}`,
  }));

test('what is decided instead of rules that do what no rule above does is looked for once, however many they are', () => {
  const [few, many] = [200, 4000].map((count) => {
    const order = new IncrementalOrder();
    const { findings } = updated(order, rulesOf(count));
    assert.equal(findings.filter(({ kind }) => kind === 'shadowed-rule').length, count - collections.length);
    return order.work;
  });
  assert.equal(many, few);
});

test('a rule that does what one above does is told from those that do something else', () => {
  const rules = [...rulesOf(40), { ...(rulesOf(1)[0] as OrderedRule), name: 'again' }];
  const { findings } = analyzeOrder(rules.toSpliced(1, 19));
  assert.deepEqual(
    findings.filter(({ rule }) => rule === 21).map(({ kind, by }) => ({ kind, by })),
    [{ kind: 'redundant-rule', by: [0] }],
  );
});
