import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { runOne } from './runOne.ts';

/** Rules of which all is understood, and what is proven of them. */
const proven: readonly (readonly [policy: string, rule: object, expectations: readonly object[]])[] = [
  [
    'vulnerability/images',
    {
      alertThreshold: { disabled: false, value: 4 },
      blockThreshold: { enabled: true, value: 7 },
      graceDays: 3,
      graceDaysPolicy: { enabled: true, critical: 1 },
      onlyFixed: true,
      excludeBaseImageVulns: true,
      pkgTypesThresholds: [
        { type: 'jar', alertThreshold: { value: 4 }, blockThreshold: { enabled: true, value: 7 } },
      ],
      cveRules: [
        { id: 'CVE-2024-1', effect: 'block', expiration: { enabled: true, date: '2099-01-01T00:00:00Z' } },
      ],
      tags: [{ name: 't', effect: 'alert' }],
      riskFactorsEffects: [{ riskFactor: 'Has fix', effect: 'block' }],
    },
    [{ alerts: 'medium' }, { blocks: 'at least critical' }, { ignores: 'never' }],
  ],
  [
    'vulnerability/ci-images',
    {
      alertThreshold: { disabled: true },
      blockThreshold: { enabled: false },
      cveRules: [{ id: 'CVE-2024-1', effect: 'ignore' }],
    },
    [{ alerts: 'never' }, { blocks: 'never' }, { blocks: 'at most critical' }],
  ],
  [
    'vulnerability/host',
    { alertThreshold: { value: 9 }, tags: [{ name: 't', effect: 'ignore' }] },
    [{ blocks: 'never' }, { alerts: 'critical' }],
  ],
  [
    'compliance/container',
    {
      condition: {
        vulnerabilities: [
          { id: 41, block: true },
          { id: 51, block: false },
        ],
      },
    },
    [{ checks: { 41: 'block', 51: 'alert', 61: 'ignore' } }],
  ],
  [
    'compliance/serverless',
    { condition: { vulnerabilities: [{ id: 434, block: true }] } },
    [{ blocks: 'never' }],
  ],
  ['compliance/host', { condition: { vulnerabilities: [] } }, [{ blocks: 'never' }, { alerts: 'never' }]],
];

type Plain = Record<string, unknown>;

const names = ['wonder', 'constructor', 'toString', 'schedule', 'unless', 'Value', 'minDays'];
const oddValues: readonly unknown[] = ['9', 'true', 1, ['x'], { on: true }, 'Block', '7 days', 12, [[1]]];

/** Something in the rule that is not understood: a member beside the others, or a value of another kind. */
function spoilt(rule: object, at: number, how: number): object {
  const copy = structuredClone(rule) as Plain;
  const places: (() => void)[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      return;
    }
    const object = value as Plain;
    for (const [key, member] of Object.entries(object)) {
      visit(member);
      const odd = oddValues.filter(
        (one) => typeof one !== typeof member || Array.isArray(one) !== Array.isArray(member),
      );
      places.push(() => (object[key] = odd[how % odd.length]));
    }
    places.push(() =>
      Array.isArray(value)
        ? (value as unknown[]).push(oddValues[how % 3])
        : (object[names[how % names.length] ?? ''] = oddValues[how % oddValues.length]),
    );
  };
  visit(copy);
  places[at % places.length]?.();
  return copy;
}

function outcomes(policy: string, rule: object, expectations: readonly object[]): readonly string[] {
  const document = { rules: [{ name: 'r', collections: [{ name: 'All' }], ...rule }] };
  return expectations.map(
    (expect) => runOne(policy, document, { every: { collections: ['All'] }, expect }).outcome,
  );
}

test('a rule with one member or value that is not understood, at whatever depth, is proof of nothing', () => {
  for (const [policy, rule, expectations] of proven) {
    assert.deepEqual(
      outcomes(policy, rule, expectations),
      expectations.map(() => 'passed'),
      policy,
    );
    fc.assert(
      fc.property(fc.nat(999), fc.nat(999), (at, how) => {
        const odd = spoilt(rule, at, how);
        for (const outcome of outcomes(policy, odd, expectations)) {
          assert.notEqual(outcome, 'passed', `${policy} ${JSON.stringify(odd)}`);
        }
      }),
      { numRuns: 400 },
    );
  }
});

const end = { type: 'container', image: 'a' };

test('a rule of the network that is not understood is neither allowed nor refused', () => {
  const outcome = (rule: object, expect: object): string =>
    runOne(
      'cnns/network',
      {
        containerEnabled: true,
        networkEntities: [{ _id: 1, name: 'a', type: 'container', collections: [{ name: 'All' }] }],
        containerRules: [{ id: 1, name: 'r', src: 1, dst: 1, ports: [{ start: 1, end: 65535 }], ...rule }],
      },
      { connection: { source: end, destination: end, port: 80 }, expect },
    ).outcome;
  assert.equal(outcome({ effect: 'prevent' }, { effect: 'prevent' }), 'passed');
  for (const odd of [
    { schedule: 'never' },
    { srcNegate: true },
    { effect: ['prevent'] },
    { effect: 'Prevent' },
  ]) {
    for (const expect of [{ effect: 'prevent' }, { allowed: false }, { allowed: true }]) {
      assert.equal(outcome({ effect: 'prevent', ...odd }, expect), 'unknown', JSON.stringify(odd));
    }
  }
});

test('both flags in both thresholds say one thing, unless they contradict each other', () => {
  const alerts = (alertThreshold: object): readonly string[] =>
    outcomes('vulnerability/images', { alertThreshold }, [{ alerts: 'high' }]);
  assert.deepEqual(alerts({ enabled: true, disabled: false, value: 7 }), ['passed']);
  assert.deepEqual(alerts({ enabled: true, disabled: true, value: 7 }), ['unknown']);
  const blocks = (blockThreshold: object, expect: string): readonly string[] =>
    outcomes('vulnerability/images', { blockThreshold }, [{ blocks: expect }]);
  assert.deepEqual(blocks({ enabled: false, disabled: true, value: 7 }, 'never'), ['passed']);
  assert.deepEqual(blocks({ enabled: true, disabled: true, value: 7 }, 'high'), ['unknown']);
});
