import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { effectChange, innermostWays } from '../../../../src/core/order/effect/effectChange.ts';
import { type Change, opposite, plainChange, together } from '../../../../src/core/order/effect/change.ts';
import { Action, effectText } from '../../../../src/core/order/effect/effectText.ts';
import { vulnerabilityWays } from '../../../../src/core/order/effect/vulnerabilityChange.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import { must } from '../truth.ts';
import { factsText } from '../factsText.ts';

const kindOf = (name: string) => must(policyKind(name));
const rule = (plain: object): JsonObject => fromPlain(plain) as JsonObject;

/** `to` in the place of `from`, and the other way round. */
function compare(policy: PolicyName, from: object | undefined, to: object | undefined): string {
  const kind = kindOf(policy);
  const [old, now] = [from && rule(from), to && rule(to)];
  const change = effectChange(kind, old, now);
  assert.equal(effectChange(kind, now, old), opposite(change), 'the other way round');
  return factsText(change);
}

const threshold = (alert: number | 'off', block: number | 'off' = 'off'): object => ({
  alertThreshold: alert === 'off' ? { disabled: true, value: 0 } : { disabled: false, value: alert },
  blockThreshold: block === 'off' ? { enabled: false, value: 0 } : { enabled: true, value: block },
});

test('a part that is unknown never hides what is known of the others', () => {
  const { weaker, stricter, unknown, mixed, same } = plainChange;
  const words = (...changes: readonly Change[]): string => factsText(together(changes));
  assert.equal(words(unknown, weaker, same, stricter), 'mixed, rest unknown');
  assert.equal(words(mixed, unknown), 'mixed, rest unknown');
  assert.equal(words(weaker, unknown), 'weaker, rest unknown');
  assert.equal(words(stricter, unknown, same), 'unknown');
});

test('vulnerabilities: thresholds, exceptions and what no rule does', () => {
  const images = (from: object | undefined, to: object | undefined): string =>
    compare('vulnerability/images', from, to);
  assert.equal(images(threshold(1, 7), threshold(1)), 'weaker');
  assert.equal(images(threshold(4), threshold('off')), 'weaker');
  assert.equal(images(threshold('off'), undefined), 'stricter', 'no rule alerts on everything');
  assert.equal(images(threshold(0), undefined), 'same');
  assert.equal(images({ ...threshold(0), effect: 'block', name: 'a', notes: 'b' }, threshold(0)), 'same');
  assert.equal(images(threshold(9, 9), threshold(1)), 'mixed');
  assert.equal(images({ ...threshold(1, 7), graceDays: 7 }, threshold(1, 7)), 'stricter');
  assert.equal(images({ ...threshold(1), onlyFixed: true }, threshold(1)), 'stricter');
  const cve = (effect: string): object => ({ ...threshold(1), cveRules: [{ id: 'CVE-2099-0001', effect }] });
  assert.equal(images(threshold(1), cve('ignore')), 'weaker');
  assert.equal(images(threshold(1), cve('block')), 'stricter');
  assert.equal(images(threshold(1), cve('alert')), 'stricter', 'where nothing is blocked');
  const blocking = threshold(1, 7);
  const severity = { ...blocking, cveRules: [{ id: 'CVE-2099-0001', effect: 'alert' }] };
  assert.equal(images(blocking, severity), 'weaker, rest unknown', 'its severity decides');
  assert.equal(images(cve('block'), cve('alert')), 'weaker');
  assert.equal(images({ ...threshold(1), somethingNew: 1 }, threshold(4)), 'weaker, rest unknown');
  assert.equal(
    compare('vulnerability/host', threshold(1, 7), threshold(1)),
    'same',
    'hosts are never blocked',
  );
});

test('what makes no difference is not named, in whichever direction: days of grace of what only one of two blocks', () => {
  const ways = (from: JsonObject, to: JsonObject) =>
    vulnerabilityWays(kindOf('vulnerability/images'), from, to)
      .flatMap(innermostWays)
      .filter(({ change }) => change !== plainChange.same);
  const critical = rule(threshold(9));
  const graceful = rule({
    ...threshold(0, 7),
    graceDaysPolicy: { enabled: true, critical: 7, high: 30, medium: 0, low: 0 },
  });
  assert.deepEqual(ways(critical, graceful), [{ what: 'severities', change: plainChange.stricter }]);
  assert.deepEqual(ways(graceful, critical), [{ what: 'severities', change: plainChange.weaker }]);
  const severity = fc.constantFrom<(number | 'off')[]>(0, 4, 7, 9, 'off');
  const days = fc.constantFrom(0, 7, 30);
  const rules = fc
    .record({ alert: severity, block: severity, graceDays: days })
    .map(({ alert, block, graceDays }) => rule({ ...threshold(alert, block), graceDays }));
  fc.assert(
    fc.property(rules, rules, (from, to) => {
      const there = ways(from, to);
      const back = ways(to, from);
      assert.deepEqual(
        back.map(({ what }) => what),
        there.map(({ what }) => what),
      );
    }),
  );
});

test('risk factors: factor by factor, once for each effect', () => {
  const risks = (...effects: readonly string[]): object => ({
    ...threshold(9),
    riskFactorsEffects: effects.map((effect) => ({ riskFactor: 'Exploit exists - POC', effect })),
  });
  const images = (from: object, to: object): string => compare('vulnerability/images', from, to);
  assert.equal(images(risks(), risks('alert')), 'stricter');
  assert.equal(images(risks('alert'), risks('block')), 'stricter');
  assert.equal(images(risks('alert', 'block'), risks('alert')), 'weaker');
  assert.equal(images(risks('alert'), risks('alert', 'block')), 'stricter');
  const other = { ...threshold(9), riskFactorsEffects: [{ riskFactor: 'Has fix', effect: 'block' }] };
  assert.equal(images(risks('block'), other), 'mixed');
  for (const effect of ['ignore', 'constructor', 'later']) {
    assert.equal(images(risks(), risks(effect)), 'unknown');
    assert.equal(images(risks('block'), risks('block', effect)), 'unknown');
    assert.equal(images(risks(effect), { ...risks(effect), ...threshold(1) }), 'stricter', 'beside it');
  }
});

test('compliance: check by check', () => {
  const checks = (...list: readonly (readonly [number, boolean])[]): object => ({
    condition: { vulnerabilities: list.map(([id, block]) => ({ id, block })) },
  });
  const container = (from: object | undefined, to: object | undefined): string =>
    compare('compliance/container', from, to);
  assert.equal(container(checks([41, true]), checks([41, false])), 'weaker');
  assert.equal(container(checks([41, true], [51, false]), undefined), 'weaker');
  assert.equal(container(checks(), undefined), 'same', 'a rule without checks does nothing');
  assert.equal(container(checks([41, false]), checks([51, false])), 'mixed');
  assert.equal(container({ ...checks([41, true]), effect: 'alert' }, checks([41, true])), 'same');
});

test('runtime: sensor by sensor', () => {
  const container = (from: object | undefined, to: object | undefined): string =>
    compare('runtime/container', from, to);
  const processes = (defaultEffect: string, more: object = {}): object => ({
    processes: { defaultEffect, ...more },
  });
  assert.equal(container(processes('prevent'), processes('alert')), 'weaker');
  assert.equal(container(processes('alert'), processes('block')), 'stricter');
  assert.equal(container(processes('alert'), undefined), 'weaker');
  assert.equal(container(processes('disable'), undefined), 'same');
  assert.equal(container(processes('alert'), processes('alert', { disabled: true })), 'weaker');
  const denied = (effect: string, ...paths: readonly string[]): object =>
    processes('alert', { deniedList: { effect, paths } });
  assert.equal(container(denied('alert', '/a'), denied('alert', '/a', '/b')), 'stricter');
  assert.equal(container(denied('disable', '/a'), denied('disable', '/b')), 'same', 'off is off');
  assert.equal(container(processes('alert', { allowedList: ['x'] }), processes('alert')), 'unknown');
  assert.equal(
    container(processes('alert', { allowedList: ['x'] }), processes('alert', { allowedList: ['x', 'y'] })),
    'weaker',
  );
  assert.equal(container({ skipExecSessions: true, ...processes('alert') }, processes('alert')), 'stricter');
  assert.equal(container({ dns: { defaultEffect: 'alert' } }, processes('alert')), 'mixed');
  assert.equal(container(denied('prevent', '/a'), processes('alert')), 'weaker', 'without its list');
  assert.equal(container(denied('prevent'), processes('alert')), 'unknown', 'a list that names nothing');
  assert.equal(container(denied('disable', '/a'), processes('alert')), 'unknown', 'and one that is off');
  const sensor = { ...processes('alert'), advancedProtectionEffect: 'prevent' };
  assert.equal(container(sensor, processes('alert')), 'weaker');
  assert.equal(container({ ...sensor, network: { defaultEffect: 'block' } }, processes('alert')), 'weaker');
  const dns = (denyListEffect: string, deny: readonly string[]): object => ({
    dns: { denyListEffect, deny },
  });
  assert.equal(compare('runtime/host', dns('disable', ['a']), dns('disable', [])), 'same');
  assert.equal(compare('runtime/host', dns('alert', ['a']), dns('alert', [])), 'weaker');
});

test('firewalls: by application', () => {
  const container = (from: readonly object[] | undefined, to: readonly object[] | undefined): string =>
    compare('waas/container', from && { applicationsSpec: from }, to && { applicationsSpec: to });
  const app = (appID: string, effect: string, more: object = {}): object => ({
    appID,
    sqli: { effect },
    ...more,
  });
  assert.equal(container([app('a', 'prevent')], [app('a', 'alert')]), 'weaker');
  const xss = (effect: string): object => ({ xss: { effect } });
  assert.equal(container([app('a', 'alert', xss('ban'))], [app('a', 'alert')]), 'weaker');
  assert.equal(container([app('a', 'alert', xss('disable'))], [app('a', 'alert')]), 'unknown');
  assert.equal(container([app('a', 'alert')], [app('a', 'alert'), app('b', 'ban')]), 'stricter');
  assert.equal(container([app('a', 'alert')], undefined), 'weaker');
  assert.equal(container([app('a', 'disable')], undefined), 'same');
  assert.equal(
    container([app('a', 'alert'), app('b', 'alert')], [app('b', 'alert'), app('a', 'alert')]),
    'unknown',
  );
  assert.equal(
    container(
      [app('a', 'alert')],
      [app('a', 'alert', { sqli: { effect: 'alert', exceptionFields: [{ key: 'q' }] } })],
    ),
    'weaker',
  );
  assert.equal(container([app('a', 'alert')], [app('a', 'alert', { banDurationMinutes: 9 })]), 'unknown');
});

test('connections', () => {
  const network = (from: string | undefined, to: string | undefined): string =>
    compare(
      'cnns/network',
      from === undefined ? undefined : { effect: from },
      to === undefined ? undefined : { effect: to },
    );
  assert.equal(network('prevent', 'alert'), 'weaker');
  assert.equal(network('alert', undefined), 'weaker');
  assert.equal(network('allow', undefined), 'same', 'without a rule they are allowed');
  assert.equal(network('monitor', 'alert'), 'unknown');
});

interface Found {
  readonly severity: number;
  readonly id: string;
  readonly isFixed: boolean;
  readonly type: string;
}

const found: readonly Found[] = [0, 1, 4, 7, 9].flatMap((severity) =>
  ['CVE-1', 'CVE-2', 'CVE-3'].flatMap((id) =>
    [true, false].flatMap((isFixed) => ['go', 'jar'].map((type) => ({ severity, id, isFixed, type }))),
  ),
);

const thresholds = fc.constantFrom(
  ...(['off', 0, 1, 7] as const).flatMap((alert) =>
    (['off', 1, 9] as const).map((block) => ({ alert, block })),
  ),
);
const drawn = fc.record({
  own: thresholds,
  packages: fc.option(thresholds, { nil: undefined }),
  cves: fc.dictionary(fc.constantFrom('CVE-1', 'CVE-2'), fc.constantFrom('ignore', 'alert', 'block')),
  onlyFixed: fc.boolean(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

/** 0 nothing, 1 alert, 2 block: by hand. */
function outcome({ own, packages, cves, onlyFixed }: Drawn, one: Found): number {
  const effect = cves[one.id];
  if (effect !== undefined) {
    return ['ignore', 'alert', 'block'].indexOf(effect);
  }
  const { alert, block } = one.type === 'go' && packages ? packages : own;
  if (onlyFixed && !one.isFixed) {
    return 0;
  }
  return block !== 'off' && one.severity >= block ? 2 : alert !== 'off' && one.severity >= alert ? 1 : 0;
}

function written({ own, packages, cves, onlyFixed }: Drawn): JsonObject {
  return rule({
    ...threshold(own.alert, own.block),
    onlyFixed,
    cveRules: Object.entries(cves).map(([id, effect]) => ({ id, effect })),
    ...(packages && { pkgTypesThresholds: [{ type: 'go', ...threshold(packages.alert, packages.block) }] }),
  });
}

test('nothing is called weaker that is stricter for anything that may be found, and the other way round', () => {
  const kind = kindOf('vulnerability/images');
  fc.assert(
    fc.property(drawn, drawn, (from, to) => {
      const [old, now] = [written(from), written(to)];
      const change = effectChange(kind, old, now);
      const steps = found.map((one) => outcome(to, one) - outcome(from, one));
      if (!change.someStricter && !change.someUnknown) {
        assert.ok(steps.every((step) => step <= 0));
      }
      if (!change.someWeaker && !change.someUnknown) {
        assert.ok(steps.every((step) => step >= 0));
      }
      assert.ok(effectText(kind, old) !== effectText(kind, now) || change === plainChange.same);
    }),
    { numRuns: 2000 },
  );
});

test('what a target cannot do is no difference', () => {
  const checks = (id: number, block: boolean): object => ({
    condition: { vulnerabilities: [{ id, block }] },
  });
  const blocked = (policy: PolicyName, id: number): string =>
    compare(policy, checks(id, true), checks(id, false));
  assert.equal(blocked('compliance/serverless', 434), 'same');
  assert.equal(blocked('compliance/ci-serverless', 434), 'same');
  assert.equal(blocked('compliance/container', 598), 'same');
  for (const policy of ['compliance/container', 'compliance/ci-images', 'compliance/host'] as const) {
    assert.equal(blocked(policy, 41), 'weaker');
  }
  assert.equal(compare('compliance/serverless', checks(434, true), undefined), 'weaker', 'the alert');

  const exception = (effect: string): object => ({ tags: [{ name: 't', effect }] });
  for (const policy of ['vulnerability/host', 'vulnerability/serverless'] as const) {
    assert.equal(compare(policy, exception('block'), exception('alert')), 'same');
    assert.equal(compare(policy, threshold(0, 7), threshold(0)), 'same');
    assert.equal(compare(policy, exception('block'), exception('ignore')), 'weaker');
    assert.equal(compare(policy, exception('block'), { ...exception('block'), graceDays: 9 }), 'same');
  }
  assert.equal(compare('vulnerability/images', exception('block'), exception('alert')), 'weaker');

  const protection = (effect: string): object => ({ applicationsSpec: [{ appID: 'a', sqli: { effect } }] });
  for (const policy of ['waas/out-of-band', 'waas/agentless'] as const) {
    assert.equal(compare(policy, protection('ban'), protection('prevent')), 'same');
    assert.equal(compare(policy, protection('alert'), protection('disable')), 'weaker');
    // Whether it alerts then, or does nothing, is not said.
    assert.equal(compare(policy, protection('prevent'), protection('alert')), 'unknown');
    assert.equal(compare(policy, protection('prevent'), undefined), 'unknown');
  }
  assert.equal(compare('waas/container', protection('ban'), protection('prevent')), 'weaker');

  const sensor = (effect: string): object => ({ processes: { effect } });
  assert.equal(compare('runtime/app-embedded', sensor('prevent'), sensor('alert')), 'weaker');
  assert.equal(compare('runtime/app-embedded', sensor('block'), sensor('prevent')), 'unknown');
  assert.equal(compare('runtime/serverless', sensor('block'), sensor('prevent')), 'weaker');
});

const numbers = fc.constantFrom(0, 1, 4, 7, 7.5, 9, 30);
const effects = fc.constantFrom('ignore', 'alert', 'block');
/** Each alerts on something, so that both do something. */
const ownThresholds = fc
  .tuple(numbers, fc.option(numbers, { nil: 'off' as const }))
  .map(([alert, block]) => threshold(alert, block));
const several = (key: string) =>
  fc.array(fc.record({ [key]: fc.constantFrom('a', 'b'), effect: effects }), { maxLength: 2 });
const acting = fc
  .tuple(
    ownThresholds,
    fc.record(
      {
        graceDays: numbers,
        onlyFixed: fc.boolean(),
        cveRules: several('id'),
        tags: several('name'),
        riskFactorsEffects: several('riskFactor'),
        pkgTypesThresholds: fc.array(
          fc.tuple(ownThresholds, fc.constantFrom('go', 'jar')).map(([one, type]) => ({ ...one, type })),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([own, more]) => ({ ...own, ...more }));

test('the change is what all ways come to', () => {
  const kind = kindOf('vulnerability/images');
  fc.assert(
    fc.property(acting, acting, fc.boolean(), (from, other, isAlike) => {
      const [old, now] = [rule(from), rule(isAlike ? { ...from, ...other, tags: from.tags ?? [] } : other)];
      const change = effectChange(kind, old, now);
      const [done, instead] = [old, now].map((one) => new Action(effectText(kind, one)).data);
      assert.ok(done && instead);
      const ways = vulnerabilityWays(kind, done, instead);
      assert.equal(change, together(ways.map((way) => way.change)));
      const parts = ways.flatMap(innermostWays);
      assert.equal(change, together(parts.map((way) => way.change)), 'parts of ways say the same');
    }),
    { numRuns: 500 },
  );
});

test('a protection outside the applications of a rule protects nothing, so its deletion is no change', () => {
  const applicationsSpec = [{ appID: 'app', xss: { effect: 'alert' } }];
  const misplaced = { applicationsSpec, sqli: { effect: 'prevent' }, csrfEnabled: true };
  assert.equal(compare('waas/container', misplaced, { applicationsSpec }), 'same');
  assert.equal(compare('waas/container', { applicationsSpec }, misplaced), 'same');
});
