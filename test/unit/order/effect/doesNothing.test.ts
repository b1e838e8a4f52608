import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { effectChange, effectDifference, wayWords } from '../../../../src/core/order/effect/effectChange.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import { must } from '../truth.ts';
import { changeWord } from '../../../../src/core/order/effect/change.ts';

const rule = (plain: object): JsonObject => fromPlain(plain) as JsonObject;
const between = (policy: PolicyName, from: object, to: object) =>
  changeWord(effectChange(must(policyKind(policy)), rule(from), rule(to)));

const severity = fc.constantFrom(0, 1, 4, 7, 9);
const thresholds = fc.record({
  alertThreshold: fc.record({ disabled: fc.boolean(), value: severity }),
  blockThreshold: fc.record({ enabled: fc.boolean(), value: severity }),
});
const off = fc.record({
  alertThreshold: fc.record({ disabled: fc.constant(true), value: severity }),
  blockThreshold: fc.record({ enabled: fc.constant(false), value: severity }),
});
const exceptions = (effects: readonly string[], key: string) =>
  fc.uniqueArray(
    fc.record({
      [key]: fc.constantFrom('one', 'two', 'three'),
      effect: fc.constantFrom(...effects),
      expiration: fc.record({ enabled: fc.boolean(), date: fc.constantFrom('2099-01-01', '2099-02-01') }),
    }),
    { selector: (one) => one[key], maxLength: 3 },
  );
const vulnerabilities = (own: typeof thresholds, effects: readonly string[]) =>
  fc
    .tuple(
      own,
      fc.record(
        {
          onlyFixed: fc.boolean(),
          excludeBaseImageVulns: fc.boolean(),
          graceDays: fc.constantFrom(0, 7),
          cveRules: exceptions(effects, 'id'),
          tags: exceptions(effects, 'name'),
          pkgTypesThresholds: own.map((one) => [{ type: 'jar', ...one }]),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([first, more]) => ({ ...first, ...more }));

const sensor = fc.constantFrom('disable', 'alert', 'prevent');
const strings = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
const applications = (words: typeof sensor, isOn: fc.Arbitrary<boolean>) =>
  fc.record({
    skipAPILearning: fc.boolean(),
    applicationsSpec: fc
      .record({
        appID: fc.constant('app-1'),
        sqli: fc.record({ effect: words, exceptionFields: fc.constant([]) }),
        body: fc.record({ skip: fc.boolean() }),
        networkControls: fc.record({ advancedProtectionEffect: words, exceptionSubnets: strings }),
        dosConfig: fc.record({ enabled: isOn, excludedNetworkLists: strings }),
      })
      .map((one) => [one]),
  });
const checks = fc
  .uniqueArray(fc.record({ id: fc.constantFrom(41, 51, 52), block: fc.boolean() }), {
    selector: ({ id }) => id,
  })
  .map((vulnerabilities) => ({ condition: { vulnerabilities } }));

const worlds: readonly [PolicyName, idle: fc.Arbitrary<object>, any: fc.Arbitrary<object>][] = [
  [
    'vulnerability/images',
    vulnerabilities(off, ['ignore']),
    vulnerabilities(thresholds, ['ignore', 'alert', 'block']),
  ],
  [
    'vulnerability/host',
    vulnerabilities(off, ['ignore']),
    vulnerabilities(thresholds, ['ignore', 'alert', 'block']),
  ],
  ['compliance/container', fc.constant({}), checks],
  [
    'waas/container',
    applications(fc.constant('disable'), fc.constant(false)),
    applications(sensor, fc.boolean()),
  ],
];

for (const [policy, idle, any] of worlds) {
  test(`a rule that does nothing is below all others: ${policy}`, () => {
    fc.assert(
      fc.property(idle, any, (nothing, other) => {
        const [gained, lost] = [between(policy, nothing, other), between(policy, other, nothing)];
        assert.ok(gained === 'same' || gained === 'stricter' || gained === 'unknown', gained);
        assert.ok(lost === 'same' || lost === 'weaker' || lost === 'unknown', lost);
      }),
    );
  });
}

test('what is known to act is stricter than what does nothing, whatever it leaves out', () => {
  fc.assert(
    fc.property(
      vulnerabilities(off, ['ignore']),
      vulnerabilities(off, ['ignore']),
      severity,
      (one, two, value) => {
        const acting = { ...two, alertThreshold: { disabled: false, value } };
        assert.equal(between('vulnerability/ci-images', one, acting), 'stricter');
        assert.equal(between('vulnerability/ci-images', acting, one), 'weaker');
        assert.equal(between('vulnerability/ci-images', one, two), 'same');
      },
    ),
  );
});

test('the ways are named in which something becomes weaker, and stricter', () => {
  const alerts = { alertThreshold: { disabled: false, value: 9 } };
  const ways = effectDifference(
    must(policyKind('vulnerability/ci-images')),
    rule({ ...alerts, onlyFixed: true }),
    rule({ ...alerts, excludeBaseImageVulns: true, cveRules: [{ id: 'CVE-2099-1', effect: 'ignore' }] }),
  ).ways;
  assert.equal(
    wayWords(must(ways)),
    'weaker in vulnerabilities of base images, CVE-2099-1; stricter in vulnerabilities without a fix',
  );
  const both = effectDifference(
    must(policyKind('vulnerability/ci-images')),
    rule({ blockThreshold: { enabled: true, value: 9 }, alertThreshold: { disabled: false, value: 7 } }),
    rule(alerts),
  ).ways;
  assert.equal(wayWords(must(both)), 'weaker in severities');
  const blocking = { blockThreshold: { enabled: true, value: 7 }, ...alerts };
  const inThresholds = (from: object, to: object): string =>
    wayWords(must(effectDifference(must(policyKind('vulnerability/images')), rule(from), rule(to)).ways));
  assert.equal(inThresholds(blocking, { ...blocking, graceDays: 3 }), 'weaker in days of grace');
  const stricter = { ...blocking, blockThreshold: { enabled: true, value: 4 }, graceDays: 3 };
  assert.equal(inThresholds(blocking, stricter), 'weaker in days of grace; stricter in severities');
  const noBlock = { blockThreshold: { enabled: false, value: 0 }, ...alerts };
  assert.equal(inThresholds({ ...blocking, graceDays: 3 }, noBlock), 'weaker in severities');

  const compliance = effectDifference(
    must(policyKind('compliance/container')),
    rule({ condition: { vulnerabilities: [{ id: 41, block: true }] } }),
    rule({ condition: { vulnerabilities: [{ id: 52, block: false }] } }),
  ).ways;
  assert.equal(wayWords(must(compliance)), 'weaker in check 41; stricter in check 52');
});

test('what is not known of a change is named', () => {
  const said = (from: object, to: object): string =>
    wayWords(must(effectDifference(must(policyKind('vulnerability/images')), rule(from), rule(to)).ways));
  const alerts = { alertThreshold: { disabled: false, value: 7 } };
  const critical = { alertThreshold: { disabled: false, value: 9 } };
  const excepted = { ...critical, cveRules: [{ id: 'CVE-2099-1', effect: 'later' }] };
  assert.equal(said(alerts, excepted), 'weaker in severities; unknown: CVE-2099-1');
  assert.equal(said(alerts, { ...alerts, onlyWeekdays: true }), 'unknown: onlyWeekdays');
  const blocked = { ...critical, cveRules: [{ id: 'CVE-2099-1', effect: 'block' }] };
  assert.equal(said({ ...blocked, graceDays: 7 }, blocked), 'unknown: days of grace of exceptions');
});
