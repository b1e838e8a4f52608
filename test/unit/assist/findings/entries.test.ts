import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTwins, complianceRule, vulnerabilityRule } from './twin.ts';

const scoped = { name: 'r', collections: [{ name: 'All' }] };

/** Codes with what is marked, as both spellings have it. */
function found(policy: string, rule: object, head: object = {}): [string, unknown][] {
  const key = policy.startsWith('cnns') ? 'containerRules' : 'rules';
  return checkTwins(policy, { ...head, [key]: [rule] })
    .filter(({ code }) =>
      [
        'missing-id',
        'duplicate-custom-rule',
        'inactive-setting',
        'no-applications',
        'misplaced-protection',
        'unknown-field',
      ].includes(code),
    )
    .map(({ code, text }) => [code, text]);
}

test('an entry without the field that it is known by is found in every family', () => {
  const images = (rule: object): [string, unknown][] =>
    found('vulnerability/images', vulnerabilityRule({ ...rule }));
  assert.deepEqual(images({ cveRules: [{ effect: 'ignore' }, { id: null, effect: 'ignore' }] }), [
    ['missing-id', 'effect'],
    ['missing-id', null],
  ]);
  assert.deepEqual(images({ tags: [{ effect: 'ignore' }, { name: '', effect: 'ignore' }] }), [
    ['missing-id', 'effect'],
    ['missing-id', ''],
  ]);
  assert.deepEqual(images({ pkgTypesThresholds: [{ alertThreshold: { disabled: false, value: 4 } }] }), [
    ['missing-id', 'alertThreshold'],
  ]);
  assert.deepEqual(images({ riskFactorsEffects: [{ effect: 'alert' }] }), [['missing-id', 'effect']]);
  assert.deepEqual(
    found(
      'compliance/container',
      complianceRule({ effect: undefined, condition: { vulnerabilities: [{ block: true }] } }),
    ),
    [['missing-id', 'block']],
  );
  const custom = { action: 'audit', effect: 'alert' };
  assert.deepEqual(found('runtime/container', { ...scoped, customRules: [custom] }), [
    ['missing-id', 'action'],
  ]);
  assert.deepEqual(
    found('waas/container', { ...scoped, applicationsSpec: [{ appID: 'a', customRules: [custom] }] }),
    [['missing-id', 'action']],
  );
  const entities = { networkEntities: [{ _id: 1 }, { name: 'web' }] };
  // The number and both ends of the rule, and the number of an entity.
  const missing = ['missing-id', 'name'];
  assert.deepEqual(found('cnns/network', { name: 'r' }, entities), [missing, missing, missing, missing]);
  assert.deepEqual(
    found('cnns/network', { id: 1, name: 'r', src: 1, dst: 1 }, { networkEntities: [{ _id: 1 }] }),
    [],
  );
});

test('a custom rule is in a list once', () => {
  const custom = (...effects: readonly string[]): object => ({
    customRules: effects.map((effect) => ({ _id: 7, action: 'audit', effect })),
  });
  assert.deepEqual(found('runtime/host', { ...scoped, ...custom('alert', 'prevent') }), [
    ['duplicate-custom-rule', 7],
  ]);
  const apps = [
    { appID: 'a', ...custom('alert') },
    { appID: 'b', ...custom('alert', 'alert') },
  ];
  assert.deepEqual(found('waas/host', { ...scoped, applicationsSpec: apps }), [['duplicate-custom-rule', 7]]);
});

test('a setting that looks active and is not is found', () => {
  const images = (rule: object): [string, unknown][] =>
    found('vulnerability/images', vulnerabilityRule({ ...rule }));
  const [on, date] = [{ enabled: true }, { date: '2131-01-01T00:00:00Z' }];
  assert.deepEqual(images({ graceDays: 0, graceDaysPolicy: { high: 7 } }), [
    ['inactive-setting', 'graceDaysPolicy'],
  ]);
  assert.deepEqual(images({ graceDays: 9, graceDaysPolicy: { ...on, high: 7 } }), [['inactive-setting', 9]]);
  for (const policy of [{ enabled: false, high: 7 }, { high: 0 }, null]) {
    assert.deepEqual(images({ graceDays: 0, graceDaysPolicy: policy }), []);
  }
  assert.deepEqual(images({ graceDays: 0, graceDaysPolicy: { ...on, high: 7 } }), []);
  const zero = { date: '0001-01-01T00:00:00Z' };
  for (const [expiration, marks] of [
    [date, [date.date]],
    [on, [true]],
    [{ ...on, date: '' }, [true]],
    [{ ...on, ...zero }, [true]],
    [{ ...on, ...date }, []],
    [{ enabled: false, ...date }, []],
    [{ enabled: false, ...zero }, []],
    [zero, []],
    [{}, []],
    [null, []],
  ] as const) {
    for (const entry of [
      { cveRules: [{ id: 'CVE-2031-0001', effect: 'ignore', expiration }] },
      { tags: [{ name: 't', effect: 'ignore', expiration }] },
    ]) {
      assert.deepEqual(
        images(entry)
          .filter(([code]) => code === 'inactive-setting')
          .map(([, text]) => text),
        marks,
        JSON.stringify(entry),
      );
    }
  }
});

test('protections belong to the applications of a rule, and a rule needs some', () => {
  const sqli = { effect: 'prevent' };
  assert.deepEqual(found('waas/container', { ...scoped }), [['no-applications', 'r']]);
  assert.deepEqual(found('waas/container', { ...scoped, applicationsSpec: null }), [
    ['no-applications', 'applicationsSpec'],
  ]);
  assert.deepEqual(found('waas/container', { ...scoped, disabled: true }), []);
  assert.deepEqual(found('waas/host', { ...scoped, sqli, applicationsSpec: [{ appID: 'a' }] }), [
    ['misplaced-protection', 'sqli'],
  ]);
  assert.deepEqual(found('waas/host', { ...scoped, applicationsSpec: [{ appID: 'a', sqli }] }), []);
  assert.deepEqual(found('waas/host', { ...scoped, applicationsSpec: [{ appID: 'a' }] }, { xss: sqli }), [
    ['misplaced-protection', 'xss'],
  ]);
  assert.deepEqual(found('waas/host', { ...scoped, somethingElse: 1, applicationsSpec: [{ appID: 'a' }] }), [
    ['unknown-field', 'somethingElse'],
  ]);
});
