import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkTwins,
  codesOf,
  compliancePolicy,
  complianceRule,
  vulnerabilityPolicy,
  vulnerabilityRule,
} from './twin.ts';

test('a policy without mistakes has no findings', () => {
  assert.deepEqual(checkTwins('vulnerability/images', vulnerabilityPolicy(vulnerabilityRule())), []);
  assert.deepEqual(checkTwins('compliance/container', compliancePolicy(complianceRule())), []);
});

test('a rule needs a name', () => {
  const { name: _, ...unnamed } = vulnerabilityRule();
  const found = checkTwins(
    'vulnerability/images',
    vulnerabilityPolicy(unnamed, vulnerabilityRule({ name: ' ' }), vulnerabilityRule()),
  );
  assert.deepEqual(
    found.map(({ code, severity, text }) => ({ code, severity, text })),
    [
      { code: 'missing-name', severity: 'error', text: 'effect' },
      { code: 'missing-name', severity: 'error', text: ' ' },
    ],
  );
});

test('a rule names at least one collection', () => {
  const { collections: _, ...unscoped } = vulnerabilityRule();
  const found = checkTwins(
    'vulnerability/images',
    vulnerabilityPolicy(
      unscoped,
      vulnerabilityRule({ name: 'empty', collections: [] }),
      vulnerabilityRule({ name: 'null', collections: null }),
      vulnerabilityRule({ name: 'nameless', collections: [{ color: '#fff' }] }),
    ),
  );
  assert.deepEqual(
    found.map(({ code, text }) => [code, text]),
    [
      ['no-collections', 'Payment images'],
      ['no-collections', 'collections'],
      ['no-collections', 'collections'],
      ['no-collections', 'color'],
    ],
  );
});

test('network rules need no collections', () => {
  const policy = {
    _id: 'networkFirewall',
    containerEnabled: true,
    hostEnabled: false,
    containerRules: [{ id: 1, name: 'web to net', src: 1, dst: 2, effect: 'alert' }],
    hostRules: null,
    networkEntities: [
      { _id: 1, name: 'web', type: 'container', collections: [{ name: 'All' }] },
      { _id: 2, name: 'net', type: 'subnet', subnets: [{ name: 'net', cidr: '10.0.0.0/8' }] },
    ],
  };
  assert.deepEqual(checkTwins('cnns/network', policy), []);
});

test('a name is used once; the second use points at the first', () => {
  const found = checkTwins(
    'vulnerability/images',
    vulnerabilityPolicy(
      vulnerabilityRule({ name: 'same' }),
      vulnerabilityRule({ name: 'other' }),
      vulnerabilityRule({ name: 'same' }),
    ),
  );
  assert.equal(found.length, 1);
  assert.equal(found[0]?.code, 'duplicate-rule-name');
  assert.equal(found[0].severity, 'warning');
  assert.equal(found[0].text, 'same');
  assert.match(found[0].message, /Rule 1 already has the name/);
});

test('a compliance rule has checks', () => {
  const found = checkTwins(
    'compliance/container',
    compliancePolicy(
      complianceRule({ name: 'no condition', condition: undefined, effect: undefined }),
      complianceRule({ name: 'no list', condition: {}, effect: undefined }),
      complianceRule({ name: 'empty list', condition: { vulnerabilities: [] }, effect: undefined }),
    ),
  );
  assert.deepEqual(
    found.map(({ code, text }) => [code, text]),
    [
      ['no-checks', 'no condition'],
      ['no-checks', 'condition'],
      ['no-checks', 'vulnerabilities'],
    ],
  );
});

test('the document is the policy its file is for', () => {
  const found = checkTwins('vulnerability/images', {
    policyType: 'hostVulnerability',
    rules: [vulnerabilityRule()],
  });
  assert.deepEqual(
    found.map(({ code, severity, text }) => [code, severity, text]),
    [['wrong-policy-type', 'error', 'hostVulnerability']],
  );
  assert.match(found[0]!.message, /`containerVulnerability`.*vulnerability\/host/);
  assert.match(
    checkTwins('runtime/host', {
      _id: 'nonsense',
      rules: [{ name: 'r', collections: [{ name: 'All' }] }],
    })[0]!.message,
    /no policy has this value/,
  );
});

test('an unknown collection is reported only when the collections are known', () => {
  const policy = vulnerabilityPolicy(
    vulnerabilityRule({ collections: [{ name: 'All' }, { name: 'Payment' }] }),
  );
  assert.deepEqual(checkTwins('vulnerability/images', policy), []);
  const known = new Set(['All', 'Payments']);
  const found = checkTwins('vulnerability/images', policy, { known: () => ({ collections: known }) });
  assert.deepEqual(codesOf(found), ['unknown-collection']);
  assert.equal(found[0]?.text, 'Payment');
  assert.match(found[0].message, /did you mean "Payments"/);
});

test('a policy without rules says what a push would do', () => {
  for (const rules of [null, []]) {
    const found = checkTwins('vulnerability/images', { policyType: 'containerVulnerability', rules });
    assert.deepEqual(
      found.map(({ code, severity, text }) => [code, severity, text]),
      [['no-rules', 'information', 'rules']],
    );
  }
});

test('a scope by resources is explained', () => {
  const found = checkTwins(
    'vulnerability/images',
    vulnerabilityPolicy(
      vulnerabilityRule({
        collections: undefined,
        resources: { images: ['registry.example/*'], hosts: ['*'] },
      }),
    ),
  );
  assert.deepEqual(
    found.filter(({ severity }) => severity === 'error').map(({ code, text }) => [code, text]),
    [['old-scope', 'resources']],
  );
});

test('severities are the choice of the user', () => {
  const policy = vulnerabilityPolicy(vulnerabilityRule({ name: '' }));
  assert.deepEqual(checkTwins('vulnerability/images', policy, { severities: { 'missing-name': 'off' } }), []);
  const [found] = checkTwins('vulnerability/images', policy, { severities: { 'missing-name': 'hint' } });
  assert.equal(found?.severity, 'hint');
});

test('patterns that are no texts keep no finding from being shown', () => {
  const rule = vulnerabilityRule({ collections: [], resources: { labels: [{ toString: 1 }] } });
  const codes = codesOf(checkTwins('vulnerability/images', vulnerabilityPolicy(rule)));
  assert.deepEqual(codes, ['old-scope', 'schema-type']);
});
