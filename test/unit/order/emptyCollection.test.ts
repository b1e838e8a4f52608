import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { findingsOf, ruleFindingsOf } from './freshAnalysis.ts';
import { decisionFor } from '../../../src/core/order/policyDecision.ts';
import { OrderReader, type ListOrder } from '../../../src/core/order/orderReader.ts';
import type { CollectionPatterns } from '../../../src/core/policy/collections.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { must } from './truth.ts';

const kind = must(policyKind('vulnerability/images'));
const collections = new Map<string, CollectionPatterns>([
  ['none', { clusters: ['_*', '-_*', '-_'] }],
  // A pattern that cannot be read leaves open what else is in it, and nothing can be in it all the same.
  ['odd', { hosts: ['a*b'], clusters: ['_*', '-_*'] }],
  ['shop', { images: ['shop/*'] }],
]);

function listOf(...rules: readonly (readonly string[])[]): ListOrder {
  const document = fromPlain({
    rules: rules.map((named, at) => ({
      name: `rule ${at}`,
      collections: named.map((name) => ({ name })),
      alertThreshold: { disabled: false, value: at },
    })),
  }) as JsonObject;
  return must(new OrderReader(kind, collections).read(document)[0]);
}

function found(list: ListOrder): readonly unknown[] {
  return ruleFindingsOf(list, findingsOf(list)).map(({ code, rule, by, collection }) => [
    code,
    rule.index,
    collection?.name,
    by.length,
  ]);
}

test('a collection in which nothing can be is a finding of its own, and no rule above is the cause', () => {
  assert.deepEqual(found(listOf(['none'], ['odd'], ['All'])), [
    ['empty-collection', 0, 'none', 0],
    ['empty-collection', 1, 'odd', 0],
  ]);
  assert.deepEqual(found(listOf(['All'], ['none'], ['none', 'shop'])), [
    ['empty-collection', 1, 'none', 0],
    ['shadowed-rule', 2, undefined, 1],
    ['empty-collection', 2, 'none', 0],
  ]);
});

test('a rule whose collections cannot contain a resource does not perhaps apply to it', () => {
  const list = listOf(['none'], ['odd'], ['shop']);
  const { rule, mayApply: notKnown } = decisionFor(list, { images: ['shop/web:1'] });
  assert.deepEqual([rule?.index, notKnown], [2, []]);
});
