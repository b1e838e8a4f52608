import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { decisionDifferences } from '../../../src/core/order/decisionDifferences.ts';
import { findingsOf, ruleFindingsOf } from './freshAnalysis.ts';
import { decisionFor } from '../../../src/core/order/policyDecision.ts';
import { OrderReader } from '../../../src/core/order/orderReader.ts';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { policyKind, type PolicyKind } from '../../../src/core/policy/families.ts';
import { changed, whole, type Plain } from './effect/wholeRules.ts';
import { runsOf } from './runs.ts';
import { must } from './truth.ts';
import { dear } from '../dear.ts';
import { plainChange } from '../../../src/core/order/effect/change.ts';

const images = must(policyKind('vulnerability/images'));
const all = [{ name: 'All' }];
const rule = (name: string, more: object = {}): object => ({
  name,
  collections: all,
  blockThreshold: { enabled: true, value: 7 },
  ...more,
});

function decided(document: object): readonly [number | undefined, readonly string[]] {
  const [list] = new OrderReader(images, new Map()).read(fromPlain(document) as JsonObject);
  const { rule: by, mayApply: notKnown } = decisionFor(must(list), { images: ['a'] });
  return [by?.index, notKnown.map(({ name }) => name)];
}

test('what is written in another way than a rule has it may mean anything: who decides is not known', () => {
  assert.deepEqual(decided({ rules: [rule('a', { disabled: true }), rule('b')] }), [1, []]);
  assert.deepEqual(decided({ rules: [null, rule('b')] }), [1, []], 'nothing is no rule');
  assert.deepEqual(decided({ rules: [rule('a', { disabled: 'true' }), rule('b')] }), [1, ['a']]);
  assert.deepEqual(decided({ rules: [rule('a', { collections: 'All' }), rule('b')] }), [1, ['a']]);
  assert.deepEqual(decided({ rules: [rule('a', { collections: [5] }), rule('b')] }), [1, ['a']]);
  assert.deepEqual(decided({ rules: ['a', rule('b')] }), [1, ['']]);
  assert.deepEqual(decided({ rules: { a: rule('a') } }), [undefined, ['']]);
  // What a rule does not name it does not name in any case.
  const known = new Map([['only', { images: ['b'] }]]);
  const [list] = new OrderReader(images, known).read(
    fromPlain({
      rules: [rule('a', { disabled: 1, collections: [{ name: 'only' }] }), rule('b')],
    }) as JsonObject,
  );
  assert.equal(decisionFor(must(list), { images: ['a'] }).rule?.index, 1);
  assert.deepEqual(decisionFor(must(list), { images: ['b'] }).mayApply, [{ index: 0, name: 'a' }]);
});

test('no rule is dead by one of which it is not known whether it takes part', () => {
  const findings = (first: unknown): readonly string[] => {
    const [list] = new OrderReader(images, new Map()).read(
      fromPlain({ rules: [first, rule('b', { graceDays: 9 })] }) as JsonObject,
    );
    return ruleFindingsOf(must(list), findingsOf(must(list))).map(
      ({ code, rule: { name } }) => `${code} ${name}`,
    );
  };
  assert.deepEqual(findings(rule('a')), ['shadowed-rule b']);
  assert.deepEqual(findings(rule('a', { disabled: 'yes' })), []);
  assert.deepEqual(findings(['a']), []);
});

/** Members that decide nothing, and change nothing of what is decided. */
const aside =
  /^(?:(?:rules|containerRules)\.\d+\.(?:name|notes|id)|networkEntities\.\d+\.(?:subnets\.\d+\.)?name)\b/;

/** Each member of one document is of importance: rules are enabled, decide for something, and say all that they do. */
function documents(): readonly (readonly [PolicyKind, object])[] {
  const entity = (id: number, more: object): object => ({ _id: id, name: `e${id}`, ...more });
  return [
    ...whole
      .filter(([policy]) => policy !== 'cnns/network')
      .map(
        ([policy, body]) =>
          [must(policyKind(policy)), { rules: [{ name: 'a', collections: all, ...body }] }] as const,
      ),
    [
      must(policyKind('cnns/network')),
      {
        containerEnabled: true,
        networkEntities: [
          entity(1, { type: 'container', collections: all }),
          entity(2, { type: 'subnet', subnets: [{ name: 's', cidr: '10.0.0.0/8' }] }),
          entity(3, { type: 'dns', domains: ['a.example'] }),
          entity(4, {
            type: 'container',
            collections: [{ name: 'x' }],
            allowAll: { inbound: ['container'] },
          }),
        ],
        containerRules: [2, 3, 1].map((dst, id) => ({
          id,
          name: `r${id}`,
          src: 1,
          dst,
          ports: [{ start: 1, end: 9 }],
          effect: 'prevent',
        })),
      },
    ],
  ];
}

function proven(kind: PolicyKind, before: object, after: object): boolean {
  const [old, now] = [fromPlain(before) as JsonObject, fromPlain(after) as JsonObject];
  const { differences, notKnown } = decisionDifferences(kind, old, now, new Map());
  return differences.every(({ change }) => change === plainChange.same) && notKnown.length === 0;
}

/** Whether something differs that may matter. */
function differs(kind: PolicyKind, before: object, after: object): boolean {
  return canonicalHash(kind, fromPlain(bare(before))) !== canonicalHash(kind, fromPlain(bare(after)));
}

function bare(value: unknown, path = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((one, at) => bare(one, `${path}.${at}`));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (path.startsWith('rules.') && path.split('.').length === 2 && takesNoPart(value as Plain)) {
    return null;
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]) => [key, bare(one, path === '' ? key : `${path}.${key}`)] as const)
      .filter(([key]) => !aside.test(path === '' ? key : `${path}.${key}`)),
  );
}

/** Disabled, or nothing is named: empty is as good as absent. */
function takesNoPart({ disabled, collections }: Plain): boolean {
  return (
    disabled === true ||
    !collections ||
    (typeof collections === 'object' && Object.keys(collections).length === 0)
  );
}

test('two documents that differ in anything that may matter are never proven to decide alike', () => {
  for (const [kind, document] of documents()) {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (at, how) => {
        const other = changed(document, at, how);
        if (proven(kind, document, other) || proven(kind, other, document)) {
          assert.ok(!differs(kind, document, other), JSON.stringify(other));
        }
      }),
      { numRuns: dear(runsOf(300)) },
    );
  }
});

test('only a field of applications is known to do nothing beside them', () => {
  const kind = must(policyKind('waas/container'));
  const ruleWith = (more: object): object => ({
    rules: [{ name: 'a', collections: all, applicationsSpec: [{ appID: 'a' }], ...more }],
  });
  assert.ok(proven(kind, ruleWith({}), ruleWith({ csrfEnabled: true })));
  assert.ok(!proven(kind, ruleWith({}), ruleWith({ enabled: true })));
  assert.ok(!proven(kind, ruleWith({ enabled: 'alert' }), ruleWith({})));
});

test('nor two of which neither is written as it has to be', () => {
  const network = must(policyKind('cnns/network'));
  const connecting = (more: object, rules: object = {}): object => ({
    containerEnabled: true,
    networkEntities: [{ _id: 1, type: 'container', collections: all }],
    containerRules: [{ src: 1, dst: 1, ports: [{ start: 1, end: 9 }], effect: 'prevent', ...rules }],
    ...more,
  });
  const entities = (...more: readonly object[]): object => connecting({ networkEntities: more }, { dst: 2 });
  const container = { _id: 1, type: 'container', collections: all };
  const pairs: readonly (readonly [PolicyKind, (value: unknown) => object])[] = [
    [images, (rules) => ({ rules })],
    [images, (one) => ({ rules: [[one]] })],
    [images, (disabled) => ({ rules: [rule('a', { disabled })] })],
    [images, (collections) => ({ rules: [rule('a', { collections })] })],
    [images, (name) => ({ rules: [rule('a', { collections: [{ name: [name] }] })] })],
    [network, (containerEnabled) => connecting({ containerEnabled })],
    [network, (ports) => connecting({}, { ports })],
    [network, (deny) => connecting({}, { ports: [{ start: 1, end: 9, deny }] })],
    [network, (disabled) => connecting({}, { disabled })],
    [network, (networkEntities) => connecting({ networkEntities })],
    [network, (cidr) => entities(container, { _id: 2, type: 'subnet', subnets: [{ cidr: [cidr] }] })],
    [network, (subnets) => entities(container, { _id: 2, type: 'subnet', subnets })],
    [
      network,
      (allowAll) =>
        entities(container, { _id: 2, type: 'host', collections: all }, { ...container, _id: 3, allowAll }),
    ],
    [network, (collections) => entities({ _id: '1', type: 'container', collections })],
  ];
  for (const [kind, of] of pairs) {
    for (const [from, to] of [
      ['x', 'y'],
      [1, 2],
      [['x'], ['y']],
      [{ a: 1 }, { a: 2 }],
    ] as const) {
      assert.ok(!proven(kind, of(from), of(to)), JSON.stringify([of(from), of(to)]));
    }
  }
});
