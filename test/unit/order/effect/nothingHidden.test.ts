import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { parseJson } from '../../../../src/core/json/jsonText.ts';
import { opposite, plainChange } from '../../../../src/core/order/effect/change.ts';
import { checksOf } from '../../../../src/core/order/effect/complianceChange.ts';
import { effectChange } from '../../../../src/core/order/effect/effectChange.ts';
import { effectText } from '../../../../src/core/order/effect/effectText.ts';
import { policyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import { must } from '../truth.ts';
import { alert, block, changed, whole } from './wholeRules.ts';
import { factsText } from '../factsText.ts';

/** `to` in the place of `from`, and the other way round. */
function compare(policy: PolicyName, from: object | undefined, to: object | undefined): string {
  const kind = must(policyKind(policy));
  const [old, now] = [from, to].map((plain) => plain && (fromPlain(plain) as JsonObject));
  const change = effectChange(kind, old, now);
  assert.equal(effectChange(kind, now, old), opposite(change), 'the other way round');
  return factsText(change);
}

const [noBlock, noAlert] = [
  { enabled: false, value: 0 },
  { disabled: true, value: 0 },
];
const images = (from: object, to: object): string => compare('vulnerability/images', from, to);

test('what is in grace is not blocked', () => {
  const jar = (graceDays: number): object => ({
    blockThreshold: noBlock,
    pkgTypesThresholds: [{ type: 'jar', blockThreshold: block(4) }],
    graceDays,
  });
  assert.equal(images(jar(0), jar(365)), 'weaker', 'where only a type of packages is blocked');
  const exception = (graceDays: number, more: object = {}): object => ({
    cveRules: [{ id: 'C', effect: 'block' }],
    graceDays,
    ...more,
  });
  assert.equal(images(exception(0), exception(365)), 'unknown', 'where only an exception blocks');
  const both = { blockThreshold: block(7) };
  assert.equal(images(exception(0, both), exception(365, both)), 'weaker');
  assert.equal(
    images(
      { tags: [{ name: 'T', effect: 'block' }] },
      { tags: [{ name: 'T', effect: 'block' }], graceDays: 9 },
    ),
    'unknown',
  );
  const alerting = { alertThreshold: alert(7), blockThreshold: noBlock, graceDays: 365 };
  const silent = { alertThreshold: noAlert, blockThreshold: block(7), graceDays: 365 };
  assert.equal(images(alerting, silent), 'mixed', 'nothing is done for a year');
  assert.equal(images({ ...silent, alertThreshold: alert(7) }, silent), 'weaker');
  assert.equal(
    images({ ...silent, graceDays: 0, alertThreshold: alert(7) }, { ...silent, graceDays: 0 }),
    'same',
  );
  const low = (days: number): object => ({ ...both, graceDaysPolicy: { enabled: true, low: days, high: 1 } });
  assert.equal(images(low(0), low(30)), 'same', 'days of what is not blocked');
  const quiet = { alertThreshold: alert(9), graceDays: 30 };
  const blocked = { cveRules: [{ id: 'C', effect: 'block' }] };
  assert.equal(
    images({ ...quiet, cveRules: [{ id: 'C', effect: 'alert' }] }, { ...quiet, ...blocked }),
    'unknown',
  );
  const all = { alertThreshold: alert(0), graceDays: 30 };
  assert.equal(images(all, { ...all, ...blocked }), 'stricter');
});

test('which of two items with one name counts is not known', () => {
  const [ignored, blocked] = ['ignore', 'block'].map((effect) => ({ id: 'C', name: 'C', effect })) as [
    object,
    object,
  ];
  for (const list of ['cveRules', 'tags']) {
    assert.equal(images({ [list]: [ignored, blocked] }, { [list]: [blocked] }), 'unknown');
    assert.equal(images({ [list]: [blocked] }, { [list]: [ignored, blocked] }), 'unknown');
  }
  const type = (value: number): object => ({ type: 'jar', blockThreshold: block(value) });
  assert.equal(
    images({ pkgTypesThresholds: [type(9), type(4)] }, { pkgTypesThresholds: [type(4)] }),
    'unknown',
  );
});

test('members that are not known count at any depth', () => {
  const container = (from: object, to: object): string => compare('compliance/container', from, to);
  const check = { id: 1, block: true };
  for (const [from, to] of [
    [{ blockThreshold: block(7) }, { blockThreshold: { ...block(7), onlyWeekdays: true } }],
    [
      { cveRules: [{ id: 'C', effect: 'block' }] },
      { cveRules: [{ id: 'C', effect: 'block', packages: ['x'] }] },
    ],
    [
      { pkgTypesThresholds: [{ type: 'jar', blockThreshold: block(4) }] },
      { pkgTypesThresholds: [{ type: 'jar', blockThreshold: block(4), onlyFixed: true }] },
    ],
    [
      { blockThreshold: block(4) },
      { blockThreshold: block(4), graceDaysPolicy: { enabled: true, unknown: 30 } },
    ],
  ] as const) {
    assert.equal(images(from, to), 'unknown');
  }
  const checks = (one: object): object => ({ condition: { vulnerabilities: [one] } });
  assert.equal(container(checks(check), checks({ ...check, unless: 'x' })), 'unknown');
  assert.equal(container(checks(check), { condition: { vulnerabilities: [check], device: 'x' } }), 'unknown');
  const network = (from: object, to: object): string => compare('cnns/network', from, to);
  assert.equal(network({ effect: 'prevent' }, { effect: 'prevent', schedule: 'never' }), 'unknown');
  assert.equal(network({ effect: 'prevent' }, { effect: 'constructor' }), 'unknown');
});

test('messages and descriptions do not count, nor how the number of a check is written', () => {
  const exception = (description: string): object => ({
    cveRules: [{ id: 'C', effect: 'block', description }],
  });
  assert.equal(images(exception('a'), exception('b')), 'same');
  assert.equal(images({ blockMsg: 'a' }, { blockMsg: 'b', verbose: true }), 'same');
  const written = (...ids: readonly string[]): JsonObject =>
    parseJson(
      `{"condition": {"vulnerabilities": [${ids.map((id, at) => `{"id": ${id}, "block": ${at === 0}}`).join(', ')}]}}`,
    ) as JsonObject;
  const kind = must(policyKind('compliance/container'));
  assert.deepEqual([...checksOf(kind, written('4.10e1'))], [['41', 2]]);
  assert.deepEqual([...checksOf(kind, written('41', '41.0'))], [['41', Number.NaN]]);
  assert.equal(effectChange(kind, written('41'), written('41.0')), plainChange.same);
  assert.equal(effectChange(kind, written('41'), written('41', '41.0')), plainChange.unknown);
});

test('runtime: each value is compared as what it is', () => {
  const host = (from: object, to: object): string => compare('runtime/host', from, to);
  const elf = (word: string): object => ({ antiMalware: { suspiciousELFHeaders: word } });
  assert.equal(host(elf('alert'), elf('disable')), 'weaker');
  assert.equal(host(elf('alert'), elf('constructor')), 'unknown');
  const file = { path: '/a', exclusions: ['x'] };
  assert.equal(
    host({ fileIntegrityRules: [file, { path: '/b' }] }, { fileIntegrityRules: [{ path: '/b' }, file] }),
    'unknown',
  );
  const container = (from: object, to: object): string => compare('runtime/container', from, to);
  const ports = (...allowed: readonly number[]): object => ({
    network: {
      defaultEffect: 'block',
      listeningPorts: { allowed: allowed.map((end) => ({ start: 80, end })), denied: [], effect: 'disable' },
    },
  });
  assert.equal(container(ports(80), ports(80, 65535)), 'weaker', 'only what is denied is off');
  const domains = (...allowed: readonly string[]): object => ({
    dns: { defaultEffect: 'prevent', domainList: { allowed, denied: [], effect: 'disable' } },
  });
  assert.equal(container(domains('a.x'), domains('a.x', '*')), 'weaker');
  const denied = (...names: readonly string[]): object => ({
    dns: { defaultEffect: 'prevent', domainList: { allowed: ['a.x'], denied: names, effect: 'disable' } },
  });
  assert.equal(container(denied('b'), denied('c')), 'same', 'which is off');
  const api = (fallbackEffect: string): object => ({
    applicationsSpec: [{ appID: 'a', apiSpec: { effect: 'disable', fallbackEffect } }],
  });
  assert.equal(
    compare('waas/container', api('prevent'), api('disable')),
    'weaker',
    'an effect beside another',
  );
  const off = (more: object): object => ({ processes: { disabled: true, ...more } });
  const dns = { dns: { defaultEffect: 'alert' } };
  const unreadable = { ...dns, processes: { disabled: { y: 1 }, defaultEffect: 'alert' } };
  assert.equal(container(unreadable, { ...dns, ...off({}) }), 'weaker, rest unknown', 'it may be off before');
  assert.equal(container(off({ defaultEffect: 'alert' }), off({ defaultEffect: 'block' })), 'same');
  assert.equal(container(off({}), off({ unknown: 1 })), 'unknown', 'whatever it does in a part that is off');
});

test('a field in a place where its schema has none is unknown, whatever it does elsewhere', () => {
  const app = (more: object): object => ({
    applicationsSpec: [{ appID: 'a', sqli: { effect: 'alert' }, ...more }],
  });
  const waas = (from: object, to: object): string => compare('waas/container', from, to);
  assert.equal(waas({ ...app({}), skipAPILearning: true }, app({})), 'stricter');
  assert.equal(waas(app({ skipAPILearning: true }), app({})), 'unknown');
  const dns = { allow: ['a'], deny: ['b'], denyListEffect: 'alert' };
  assert.equal(compare('runtime/host', { dns }, { dns: { ...dns, disabled: true } }), 'unknown');
});

test('a value that is none of those that are compared is not read as another', () => {
  const text = (more: object): object => ({ blockThreshold: { enabled: true, value: '4' }, ...more });
  assert.equal(images(text({ alertThreshold: alert(0) }), text({ alertThreshold: noAlert })), 'unknown');
  const list = (more: object): object => ({ cveRules: ['C'], ...more });
  const ignored = { cveRules: [{ id: 'C', effect: 'ignore' }] };
  assert.equal(images(list({}), ignored), 'weaker, rest unknown', 'a text is no exception');
  assert.equal(images(list({ onlyFixed: true }), list({})), 'stricter', 'beside it');
});

test('of a rule that does something else than protect it is not known what is done without it', () => {
  const app = (more: object): object => ({ applicationsSpec: [{ appID: 'a', ...more }] });
  for (const more of [
    { botProtectionSpec: { unknownBotProtectionSpec: { generic: 'reCAPTCHA' } } },
    { tlsConfig: { minTLSVersion: '1.2' } },
    { responseHeaderSpecs: [{ name: 'a', values: ['b'] }] },
    { sqli: { unknown: 'x' } },
  ]) {
    assert.equal(compare('waas/container', app(more), undefined), 'unknown');
  }
  assert.equal(compare('waas/container', app({ sqli: { effect: 'disable' } }), undefined), 'same');
  assert.equal(compare('runtime/host', { forensic: { sshdEnabled: true } }, undefined), 'unknown');
});

test('two rules that differ in one member, known or not, at whatever depth, are never said to do the same', () => {
  for (const [policy, plain] of whole) {
    const kind = must(policyKind(policy));
    const text = effectText(kind, fromPlain(plain) as JsonObject);
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (at, how) => {
        const other = changed(plain, at, how);
        const change = compare(policy, plain, other);
        if (effectText(kind, fromPlain(other) as JsonObject) !== text) {
          assert.notEqual(change, 'same', JSON.stringify(other));
        }
      }),
      { numRuns: 500 },
    );
  }
});

test('one change forth and the other back are opposites', () => {
  for (const [policy, plain] of whole) {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { maxLength: 4 }), (steps) => {
        compare(
          policy,
          steps.reduce((one, [at, how]) => changed(one, at, how), plain),
          plain,
        );
      }),
      { numRuns: 200 },
    );
  }
});
