import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleFindingOf } from '../../../src/core/order/ruleFindings.ts';
import type { OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { readScope } from '../../../src/core/order/scopeReader.ts';
import { resourceLists } from '../../../src/core/policy/collections.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { analyzeOrder } from './freshAnalysis.ts';
import { must } from './truth.ts';

const all = new Set(resourceLists);
const kind = must(policyKind('vulnerability/images'));

function rule(name: string, images: readonly string[]): OrderedRule {
  return { name, enabled: true, effect: name, scopes: [readScope(name, { images }, all)] };
}

test('where a rule that can decide takes all of another, no name that no image has is its example', () => {
  const threshold = new Map([
    ['payments', 9],
    ['search', 7],
    ['docs', 1],
  ]);
  for (const rules of [
    [rule('payments', ['*/pay-gateway:*']), rule('search', ['r.example/search/*'])],
    [rule('search', ['r.example/search/*']), rule('payments', ['*/pay-gateway:*'])],
  ]) {
    const list = [...rules, rule('docs', ['r.example/search/docs:*'])];
    const written = list.map(
      ({ name }) =>
        new Map<string, string | number>([
          ['name', name],
          ['graceDays', threshold.get(name) ?? 0],
        ]),
    );
    const dead = must(analyzeOrder(list).findings.find(({ kind: what }) => what === 'shadowed-rule'));
    const { example, by } = ruleFindingOf({ kind, rules: list, written: written as never }, dead);
    assert.deepEqual(
      by.map(({ name }) => name),
      ['search'],
    );
    assert.deepEqual(example, { image: 'r.example/search/docs:1' });
  }
});
