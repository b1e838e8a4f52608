import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { testOfResource, testsOfRule } from '../../../src/core/policyTest/proposeTests.ts';
import { testedPolicy } from '../../../src/core/policyTest/policyTest.ts';
import { must } from '../order/truth.ts';

const rule = (name: string, collection: string, more: object = {}): object => ({
  name,
  collections: [{ name: collection }],
  ...more,
});
const policy = testedPolicy(
  must(policyKind('vulnerability/images')),
  fromPlain({
    rules: [
      rule('pay', 'payments', { blockThreshold: { enabled: true, value: 7 } }),
      rule('dev', 'development'),
      rule('rest', 'All'),
    ],
  }) as JsonObject,
  new Map([
    ['payments', { images: ['registry.example/payments/*'] }],
    ['development', { namespaces: ['dev'] }],
  ]),
);

test('of a rule only what is so is proposed', () => {
  assert.deepEqual(
    testsOfRule(policy, 'rules', 0).map(({ name }) => name),
    [
      'rule "pay" applies to everything in its collections',
      'everything in the collections of "pay" is blocked from high',
      'rule "pay" applies to an example',
      'rule "pay" stays above "dev"',
    ],
  );
  const [example, order, ...more] = testsOfRule(policy, 'rules', 1);
  assert.deepEqual(example?.['expect'], { rule: 'dev', blocks: 'never' });
  assert.equal((must(example)['resource'] as { namespace?: string }).namespace, 'dev');
  assert.deepEqual([order?.['order'], more], [['dev', 'rest'], []]);
});

test('what is decided for a resource is a test, where it is certain', () => {
  const resource = { images: ['registry.example/payments/api:1'], labels: ['a', 'b'] };
  assert.deepEqual(testOfResource(policy, resource), {
    name: 'registry.example/payments/api:1 a b: pay',
    resource: { image: 'registry.example/payments/api:1', label: ['a', 'b'] },
    expect: { rule: 'pay', blocks: 'high' },
  });
  assert.equal(testOfResource(policy, { images: ['other'] }), undefined);
  assert.equal(testOfResource(policy, { images: ['other'], namespaces: [] })?.['name'], 'other: rest');
  const few = testedPolicy(
    policy.kind,
    fromPlain({ rules: [rule('pay', 'payments')] }) as JsonObject,
    new Map([['payments', { images: ['registry.example/payments/*'] }]]),
  );
  assert.deepEqual(testOfResource(few, { images: ['other'] }), {
    name: 'other: no rule',
    resource: { image: 'other' },
    expect: 'no rule applies',
  });
});
