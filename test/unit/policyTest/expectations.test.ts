import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, runOne } from './runOne.ts';

const anywhere = { every: { collections: ['All'] } };

/** Whether the only rule of a policy, for everything, does what is expected. */
function does(policy: string, rule: object, expect: object | string): string {
  const document = { rules: [{ name: 'r', collections: [{ name: 'All' }], ...rule }] };
  return runOne(policy, document, { ...anywhere, expect }).outcome;
}

test('severities are those of the rule and of its package types, and exceptions count where nothing is to happen', () => {
  const from = (value: number, more: object = {}): object => ({
    blockThreshold: { enabled: true, value },
    ...more,
  });
  const cases: readonly (readonly [object, object, string])[] = [
    [from(7), { blocks: 'high' }, 'passed'],
    [from(7), { blocks: 'critical' }, 'failed'],
    [from(4), { blocks: 'at least high' }, 'passed'],
    [from(9), { blocks: 'at least high' }, 'failed'],
    [from(9), { blocks: 'at most high' }, 'passed'],
    [from(4), { blocks: 'at most high' }, 'failed'],
    [{}, { blocks: 'at most high' }, 'passed'],
    [{}, { blocks: 'never' }, 'passed'],
    [from(9), { blocks: 'never' }, 'failed'],
    [{}, { alerts: 'everything' }, 'passed'],
    [{ alertThreshold: { disabled: true } }, { alerts: 'never' }, 'passed'],
    [{ cveRules: [{ id: 'CVE-2024-1', effect: 'block' }] }, { blocks: 'never' }, 'failed'],
    [{ tags: [{ name: 't', effect: 'block' }] }, { blocks: 'at most critical' }, 'failed'],
    [{ riskFactorsEffects: [{ riskFactor: 'x', effect: 'block' }] }, { blocks: 'never' }, 'failed'],
    [from(7, { cveRules: [{ id: 'CVE-2024-1', effect: 'ignore' }] }), { blocks: 'high' }, 'passed'],
    [{ cveRules: [{ id: 'CVE-2024-1', effect: 'ignore' }] }, { ignores: 'never' }, 'failed'],
    [{}, { ignores: 'never' }, 'passed'],
    [
      from(7, { pkgTypesThresholds: [{ type: 'jar', blockThreshold: { enabled: true, value: 9 } }] }),
      { blocks: 'at least high' },
      'failed',
    ],
    [
      { pkgTypesThresholds: [{ type: 'jar', blockThreshold: { enabled: true, value: 9 } }] },
      { blocks: 'never' },
      'failed',
    ],
  ];
  for (const [rule, expect, outcome] of cases) {
    assert.equal(does('vulnerability/images', rule, expect), outcome, JSON.stringify([rule, expect]));
  }
  const blocking = { ...from(7), cveRules: [{ id: 'CVE-2024-1', effect: 'block' }] };
  assert.equal(
    does('vulnerability/host', blocking, { blocks: 'never' }),
    'passed',
    'a host is never blocked',
  );
});

test('thresholds of another kind, and words of exceptions that are not known, are not taken for what they might be', () => {
  const cases: readonly (readonly [object, object])[] = [
    [{ blockThreshold: { enabled: true, value: '9' } }, { blocks: 'everything' }],
    [{ blockThreshold: { enabled: 'true', value: 9 } }, { blocks: 'never' }],
    [{ blockThreshold: { enabled: true, value: 7, onlyWeekdays: true } }, { blocks: 'high' }],
    [{ blockThreshold: [7] }, { blocks: 'never' }],
    [{ alertThreshold: { disabled: 'no', value: 0 } }, { alerts: 'everything' }],
    [{ pkgTypesThresholds: [{ type: 'jar', blockThreshold: { enabled: 1 } }] }, { blocks: 'never' }],
    [{ pkgTypesThresholds: [{ type: 'jar', onlyFixed: true }] }, { blocks: 'never' }],
    [{ pkgTypesThresholds: { type: 'jar' } }, { blocks: 'never' }],
    [{ cveRules: [{ id: 'CVE-2024-1', effect: 'Ignore' }] }, { ignores: 'never' }],
    [{ cveRules: [{ id: 'CVE-2024-1', effect: 'Block' }] }, { blocks: 'never' }],
    [{ tags: [{ name: 't' }] }, { ignores: 'never' }],
  ];
  for (const [rule, expect] of cases) {
    assert.equal(does('vulnerability/images', rule, expect), 'unknown', JSON.stringify([rule, expect]));
  }
});

test('nothing is proven of what a policy cannot do, and what cannot be blocked is alerted on', () => {
  const check = { condition: { vulnerabilities: [{ id: 434, block: true }] } };
  assert.equal(does('compliance/serverless', check, { blocks: 'never' }), 'passed');
  assert.equal(does('compliance/ci-serverless', check, { checks: { 434: 'block' } }), 'failed');
  assert.equal(does('compliance/serverless', check, { alerts: 'never' }), 'failed');
  assert.equal(does('compliance/host', check, { blocks: 'never' }), 'failed');
  const alerting = { condition: { vulnerabilities: [{ id: 598, block: true }] } };
  assert.equal(does('compliance/container', alerting, { checks: { 598: 'alert' } }), 'passed');
  assert.equal(does('compliance/host', alerting, { checks: { 598: 'alert' } }), 'failed');
  const exception = { alertThreshold: { disabled: true }, cveRules: [{ id: 'CVE-2024-1', effect: 'block' }] };
  assert.equal(does('vulnerability/host', exception, { alerts: 'never' }), 'failed');
  assert.equal(does('vulnerability/ci-images', exception, { alerts: 'never' }), 'passed');
  const banned = {
    applicationsSpec: [
      { appID: 'a', sqli: { effect: 'ban' }, dosConfig: { enabled: true, ban: { average: 9 } } },
    ],
  };
  for (const expect of [{ bans: 'never' }, { alerts: 'never' }, { effects: { sqli: 'ban' } }]) {
    assert.equal(does('waas/out-of-band', banned, expect), 'unknown');
  }
  assert.equal(does('waas/container', banned, { effects: { sqli: 'ban' } }), 'passed');
});

test('a check that is there twice and says both is not known', () => {
  const both = {
    condition: {
      vulnerabilities: [
        { id: 41, block: true },
        { id: 41, block: false },
      ],
    },
  };
  assert.equal(does('compliance/host', both, { checks: { 41: 'block' } }), 'unknown');
  assert.equal(does('compliance/host', both, { blocks: 'never' }), 'unknown');
  assert.equal(does('compliance/host', both, { checks: { 42: 'ignore' } }), 'passed');
});

test('a sensor that is not mentioned, or has a word of its own, is not known; one that is off does nothing', () => {
  const sensor = (rule: object, word: string): string =>
    does('runtime/container', rule, { effects: { 'network.deniedIPsEffect': word } });
  assert.equal(sensor({}, 'at most alert'), 'unknown');
  assert.equal(sensor({ network: { deniedIPsEffect: 'wonder' } }, 'at least alert'), 'unknown');
  assert.equal(sensor({ network: { disabled: true, deniedIPsEffect: 'block' } }, 'disable'), 'passed');
  assert.equal(sensor({ network: { deniedIPsEffect: 'block' } }, 'at least prevent'), 'passed');
  const spread = { dns: { domainList: { effect: 'prevent' } }, customRules: [{ _id: 1, effect: 'block' }] };
  assert.equal(does('runtime/container', spread, { prevents: 'never' }), 'failed');
  assert.equal(does('runtime/container', spread, { blocks: 'never' }), 'failed');
  assert.equal(does('runtime/container', spread, { alerts: 'never' }), 'passed');
  assert.equal(does('waas/container', { applicationsSpec: [] }, { effects: { sqli: 'disable' } }), 'unknown');
});

test('who decides is expected by name, of none as well, and all that is expected has to be so', () => {
  assert.equal(does('runtime/host', {}, { rule: 'r' }), 'passed');
  assert.equal(does('runtime/host', {}, { notRule: 'r' }), 'failed');
  assert.equal(does('runtime/host', {}, 'no rule applies'), 'failed');
  assert.equal(does('runtime/host', { disabled: true }, 'no rule applies'), 'passed');
  assert.equal(does('runtime/host', { disabled: true }, { notRule: 'r' }), 'passed');
  assert.equal(does('runtime/host', {}, { rule: 'r', blocks: 'never' }), 'passed');
  assert.equal(does('runtime/host', { dns: { effect: 'block' } }, { rule: 'r', blocks: 'never' }), 'failed');
});

test('what cannot be expected of a policy is said', () => {
  const said = (policy: string, expect: unknown): string =>
    problemsOf(policy, { ...anywhere, expect }).join('; ');
  assert.match(said('compliance/host', { effects: { a: 'alert' } }), /^expect\.effects: Unknown field/);
  assert.match(
    said('vulnerability/host', { blocks: 'sometimes' }),
    /^expect\.blocks: .*must be one of `never`, `critical`, `high`/,
  );
  assert.match(said('compliance/host', { blocks: 'high' }), /^expect\.blocks: .*must be one of `never`$/);
  assert.match(said('compliance/host', { checks: {} }), /^expect\.checks: .*at least 1/);
  assert.match(said('compliance/host', { checks: { 41: 1 } }), /^expect\.checks\.41: .*must be text/);
  assert.match(
    said('waas/host', { effects: { sqli: 'block' } }),
    /^expect\.effects\.sqli: .*`disable`, `alert`, `prevent`, `ban`/,
  );
  assert.match(said('runtime/host', {}), /^expect: .*at least 1/);
  assert.match(said('runtime/host', 'none'), /^expect: .*no rule applies/);
  assert.match(said('runtime/host', { rule: [] }), /^expect\.rule: /);
  assert.match(said('runtime/host', null), /^expect: /);
});

test('a test that fails says what becomes of what it asks for', () => {
  const said = (policy: string, rule: object, expect: object): string => {
    const document = { rules: [{ name: 'r', collections: [{ name: 'All' }], ...rule }] };
    return runOne(policy, document, { ...anywhere, expect }).actual;
  };
  const checks = {
    condition: {
      vulnerabilities: [
        { id: 41, block: false },
        { id: 42, block: true },
      ],
    },
  };
  const container = 'compliance/container';
  assert.match(
    said(container, checks, { checks: { 41: 'block' } }),
    /^"r" \(#1\) applies: check 41: alert\./,
  );
  assert.match(
    said(container, checks, { checks: { 41: 'block', 42: 'block', 43: 'alert' } }),
    /applies: check 41: alert, check 43: ignore\./,
  );
  const effects = { 'processes.defaultEffect': 'prevent' };
  const runtime = { processes: { defaultEffect: 'alert' } };
  assert.match(said('runtime/container', runtime, { effects }), /applies: processes\.defaultEffect: alert\./);
  assert.match(said('vulnerability/images', {}, { blocks: 'high' }), /applies: alerts on everything\./);
});
