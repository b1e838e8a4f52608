import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { expectNow, defaultExpectation } from '../../../src/core/policyTest/expectNow.ts';
import { testedPolicy } from '../../../src/core/policyTest/policyTest.ts';
import { must } from '../order/truth.ts';
import { runOne } from './runOne.ts';

const collections = new Map([
  ['payments', { images: ['registry.example/payments/*'] }],
  ['api', { images: ['registry.example/payments/api*'] }],
]);
const rule = (name: string, collection: string, more: object = {}): object => ({
  name,
  collections: [{ name: collection }],
  ...more,
});
const blocks = (value: number): object => ({ blockThreshold: { enabled: true, value } });
const vulnerability = {
  rules: [
    rule('api', 'api', blocks(9)),
    rule('pay', 'payments', blocks(7)),
    rule('off', 'All', { disabled: true }),
  ],
};

/** What a test would have to expect; such a test holds. */
async function now(policy: string, document: object, written: object): Promise<unknown> {
  const kind = must(policyKind(policy));
  const policyAsRead = testedPolicy(kind, fromPlain(document) as JsonObject, collections);
  const found = await expectNow(policyAsRead, { name: 'a', ...written });
  if (found !== undefined) {
    const { outcome } = runOne(policy, document, { ...written, expect: found }, collections);
    assert.equal(outcome, 'passed');
  }
  return found;
}

test('of one resource it is what its rule does', async () => {
  const resource = { image: 'registry.example/payments/web:1' };
  assert.deepEqual(
    await now('vulnerability/images', vulnerability, {
      resource,
      expect: { rule: 'api', blocks: 'critical' },
    }),
    { rule: 'pay', blocks: 'high' },
  );
  assert.deepEqual(
    await now('vulnerability/images', vulnerability, { resource, expect: { rule: 'api', notRule: 'pay' } }),
    { rule: 'pay' },
    'what is not so is not expected',
  );
  assert.equal(
    await now('vulnerability/images', vulnerability, {
      resource: { image: 'other' },
      expect: { rule: 'pay' },
    }),
    'no rule applies',
  );
  assert.deepEqual(
    await now('vulnerability/images', vulnerability, { resource, expect: 'no rule applies' }),
    {
      rule: 'pay',
    },
  );
});

test('of many resources it is what is so of all of them: every rule that decides, and a bound', async () => {
  const every = { images: ['registry.example/payments/*'] };
  const expect = { rule: 'pay', blocks: 'at least high' };
  assert.deepEqual(await now('vulnerability/images', vulnerability, { every, expect }), {
    rule: ['api', 'pay'],
    blocks: 'at least critical',
  });
  assert.equal(
    await now('vulnerability/images', vulnerability, { every: { images: ['*'] }, expect: { rule: 'pay' } }),
    undefined,
    'of some no rule decides',
  );
  assert.equal(await now('vulnerability/images', vulnerability, { order: ['pay', 'api'] }), undefined);
});

test('checks, sensors and connections have their own words', async () => {
  const compliance = {
    rules: [rule('a', 'All', { condition: { vulnerabilities: [{ id: 41, block: true }] } })],
  };
  assert.deepEqual(
    await now('compliance/container', compliance, {
      resource: { image: 'x' },
      expect: { checks: { 41: 'alert', 42: 'block' } },
    }),
    { checks: { 41: 'block', 42: 'ignore' } },
  );
  const runtime = { rules: [rule('a', 'All', { processes: { defaultEffect: 'prevent' } })] };
  assert.deepEqual(
    await now('runtime/container', runtime, {
      resource: { image: 'x' },
      expect: { effects: { 'processes.defaultEffect': 'alert' } },
    }),
    { effects: { 'processes.defaultEffect': 'prevent' } },
  );
  const network = {
    containerEnabled: true,
    containerRules: [
      { name: 'a', effect: 'prevent', src: 'All', dst: 'All', ports: [{ start: 1, end: 65_535 }] },
    ],
  };
  const connection = { source: { image: 'x' }, destination: { image: 'y' }, port: 443 };
  const found = await now('cnns/network', network, {
    connection,
    expect: { allowed: true, effect: 'alert' },
  });
  assert.ok(found === undefined || typeof found === 'object');
});

test('a test that expects nothing is given the rule that decides, and of vulnerabilities from where on it blocks', async () => {
  const resource = { image: 'registry.example/payments/web:1' };
  const usual = (policy: string) => defaultExpectation({ kind: must(policyKind(policy)) });
  assert.deepEqual(
    await now('vulnerability/images', vulnerability, { resource, expect: usual('vulnerability/images') }),
    { rule: 'pay', blocks: 'high' },
  );
  assert.deepEqual(
    await now(
      'compliance/container',
      { rules: [rule('all', 'All')] },
      { resource, expect: usual('compliance/container') },
    ),
    { rule: 'all' },
  );
  assert.equal(
    await now('vulnerability/images', { rules: [] }, { resource, expect: usual('vulnerability/images') }),
    'no rule applies',
  );
});
