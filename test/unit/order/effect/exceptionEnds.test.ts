import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { opposite } from '../../../../src/core/order/effect/change.ts';
import { effectChange, effectDifference, wayWords } from '../../../../src/core/order/effect/effectChange.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import { factsText } from '../factsText.ts';
import { must } from '../truth.ts';
import { alert, block } from './wholeRules.ts';

const rule = (plain: object): JsonObject => fromPlain(plain) as JsonObject;

function between(from: object, to: object, policy: PolicyName = 'vulnerability/images'): string {
  const kind = must(policyKind(policy));
  const change = effectChange(kind, rule(from), rule(to));
  assert.equal(effectChange(kind, rule(to), rule(from)), opposite(change), 'the other way round');
  return factsText(change);
}

const ways = (from: object, to: object, policy: PolicyName = 'vulnerability/images'): string =>
  wayWords(must(effectDifference(must(policyKind(policy)), rule(from), rule(to)).ways));

test('an exception that ends later, or no longer ends, lets through for longer', () => {
  for (const [list, name] of [['cveRules', 'id'] as const, ['tags', 'name'] as const]) {
    const until = (effect: string, date?: string, more: object = {}): object => ({
      alertThreshold: alert(0),
      blockThreshold: block(7),
      ...more,
      [list]: [
        {
          [name]: 'CVE-2099-1',
          effect,
          ...(date !== undefined && { expiration: { enabled: true, date: `${date}T00:00:00Z` } }),
        },
      ],
    });
    const [soon, late] = ['2099-01-01', '2099-02-01'];
    assert.equal(between(until('ignore', soon), until('ignore', late)), 'weaker');
    assert.equal(between(until('ignore', soon), until('ignore')), 'weaker');
    assert.equal(between(until('alert', soon), until('alert', late)), 'weaker', 'what would be blocked');
    assert.equal(between(until('block', soon), until('block', late)), 'stricter', 'it is blocked for longer');
    assert.equal(between(until('ignore'), until('block')), 'stricter');
    assert.equal(between(until('ignore', late), until('block', soon)), 'stricter');
    assert.equal(between(until('ignore', soon), until('block', late)), 'stricter');
    const graceful = { graceDays: 30, alertThreshold: alert(7) };
    assert.equal(between(until('ignore', soon, graceful), until('block', soon, graceful)), 'stricter');
    assert.equal(between(until('ignore', soon), until('ignore', 'no date')), 'unknown');
    assert.equal(between(until('block', soon), until('ignore', 'no date')), 'weaker, rest unknown');
  }
});

test('an exception whose change is weaker, stricter or unknown is named once', () => {
  const rule = (...exceptions: readonly object[]): object => ({
    alertThreshold: alert(0),
    blockThreshold: block(7),
    cveRules: exceptions,
  });
  const id = 'CVE-2099-1';
  const until = (date: string): object => ({ enabled: true, date });
  const noDate = { id, effect: 'ignore', expiration: until('no date') };
  assert.equal(ways(rule({ id, effect: 'block' }), rule(noDate)), 'weaker in CVE-2099-1');
  const soon = { id, effect: 'ignore', expiration: until('2099-01-01T00:00:00Z') };
  const late = { id, effect: 'alert', expiration: until('2099-02-01T00:00:00Z') };
  assert.equal(ways(rule(soon), rule(late)), 'mixed in CVE-2099-1');
  const risks = (...effects: readonly string[]): object => ({
    ...rule(),
    riskFactorsEffects: effects.map((effect, at) => ({ riskFactor: `factor ${at}`, effect })),
  });
  assert.equal(ways(risks('block', 'alert'), risks('alert', 'block')), 'mixed in risk factors');
});

test('what is weaker in some days of grace and stricter in others says of which severity', () => {
  const grace = (critical: number, high: number, medium = 0): object => ({
    alertThreshold: alert(0),
    blockThreshold: block(4),
    graceDaysPolicy: { enabled: true, critical, high, medium, low: 0 },
  });
  assert.equal(
    ways(grace(7, 30, 5), grace(14, 7, 5)),
    'weaker in days of grace of critical; stricter in days of grace of high',
  );
  assert.equal(ways(grace(7, 30), grace(14, 60)), 'weaker in days of grace');
});

test('what is weaker in one application and stricter in another says of which', () => {
  const apps = (...effects: readonly string[]): object => ({
    applicationsSpec: effects.map((effect, at) => ({
      appID: `app-${at}`,
      sqli: { effect },
      xss: { effect: 'alert' },
    })),
  });
  assert.equal(
    ways(apps('prevent', 'alert', 'alert'), apps('alert', 'prevent', 'alert'), 'waas/container'),
    'weaker in application "app-0"; stricter in application "app-1"',
  );
  const one = (sqli: string, xss: string): object => ({
    applicationsSpec: [{ appID: 'app-0', sqli: { effect: sqli }, xss: { effect: xss } }],
  });
  assert.equal(
    ways(one('prevent', 'alert'), one('alert', 'prevent'), 'waas/container'),
    'weaker in sqli of application "app-0"; stricter in xss of application "app-0"',
  );
});
