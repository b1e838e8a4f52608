import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { fromPlain, isJsonObject, type JsonObject } from '../../../src/core/json/json.ts';
import { rulesOf } from '../../../src/core/order/policyDecisionChanges.ts';
import { decisionDifferences } from '../../../src/core/order/decisionDifferences.ts';
import { isWeaker, plainChange } from '../../../src/core/order/effect/change.ts';
import { rulesMetBy } from '../../../src/core/order/rulesApplyingTo.ts';
import type { ExampleResource } from '../../../src/core/order/example.ts';
import { OrderReader } from '../../../src/core/order/orderReader.ts';
import { policyKind, type PolicyKind } from '../../../src/core/policy/families.ts';
import type { KnownCollections } from '../../../src/core/policy/collections.ts';
import { collections } from './drawnRules.ts';
import { decisionAt, must } from './truth.ts';
import { words } from './universe.ts';
import { factsText } from './factsText.ts';

const images = must(policyKind('vulnerability/images'));
const small = words(['a', 'b', 'c'], 3);

/** How much a rule protects: it alerts on everything, and blocks from high on, from medium on, or not. */
type Level = 0 | 1 | 2;

const blocks = [undefined, 7, 4] as const;

interface Rule {
  readonly name: string;
  readonly enabled: boolean;
  readonly named: readonly number[];
  readonly level: Level;
}

function documentOf(rules: readonly Rule[], count: number, more: object = {}): JsonObject {
  const value = fromPlain({
    policyType: 'containerVulnerability',
    rules: rules.map(({ name, enabled, named, level }) => ({
      name,
      disabled: !enabled,
      effect: level === 0 ? 'alert' : 'alert, block',
      collections: named.map((at) => ({ name: `c${at % count}` })),
      alertThreshold: { disabled: false, value: 0 },
      blockThreshold: { enabled: blocks[level] !== undefined, value: blocks[level] ?? 0 },
    })),
    ...more,
  });
  assert.ok(isJsonObject(value));
  return value;
}

const level = fc.constantFrom<Level>(0, 1, 2);
const rules = fc.array(
  fc.record({
    enabled: fc.nat(5).map((one) => one > 0),
    named: fc.array(fc.nat(4), { minLength: 1, maxLength: 2 }),
    level,
  }),
  { minLength: 1, maxLength: 6 },
);
const change = fc.record({
  keys: fc.infiniteStream(fc.nat(1000)),
  isMoved: fc.boolean(),
  gone: fc.nat(8),
  switched: fc.nat(12),
  renamed: fc.nat(8),
  changed: fc.nat(8),
  to: level,
});

/** What is done for a resource. */
function levelsOf(document: JsonObject, known: KnownCollections, written: readonly Rule[]) {
  const list = must(new OrderReader(images, known).read(document)[0]);
  return ({ image = '', namespace = '' }: ExampleResource): Level => {
    const { rules, point } = rulesMetBy(list, { images: [image], namespaces: [namespace] });
    const { rule, notKnown } = decisionAt(rules, point);
    assert.equal(notKnown.length, 0);
    return rule === undefined ? 0 : must(written[rule]).level;
  };
}

test('what two documents decide otherwise is what asking for every resource shows, rules that stay and change among it', () => {
  let [weaker, alike] = [0, 0];
  fc.assert(
    fc.property(collections, rules, change, (patterns, drawn, how) => {
      const known = new Map(patterns.map((one, at) => [`c${at}`, one]));
      const before = drawn.map((one, at) => ({ ...one, name: `rule ${at}` }));
      const keys = before.map(() => how.keys.next().value ?? 0);
      const after = [...before.keys()]
        .filter((at) => at !== how.gone)
        .toSorted((a, b) => (how.isMoved ? (keys[a] ?? 0) - (keys[b] ?? 0) : a - b))
        .map((at) => {
          const one = must(before[at]);
          return {
            ...one,
            ...(at === how.switched && { enabled: !one.enabled }),
            ...(at === how.renamed && { name: 'another name' }),
            ...(at === how.changed && { level: how.to }),
          };
        });
      const [old, now] = [before, after].map((one) => documentOf(one, patterns.length));
      assert.ok(old && now);
      const { differences, notKnown } = decisionDifferences(images, old, now, known);
      assert.deepEqual(notKnown, []);
      const [first, second] = [levelsOf(old, known, before), levelsOf(now, known, after)];
      const levels = (example: ExampleResource) => [first(example), second(example)] as const;
      const asked = small.flatMap((image) => small.map((namespace) => levels({ image, namespace })));
      const isWorse = asked.some(([was, is]) => is < was);
      const isSame = asked.every(([was, is]) => is === was);
      assert.equal(differences.some(isWeaker), isWorse);
      assert.equal(
        differences.every((one) => one.change === plainChange.same),
        isSame,
      );
      weaker += isWorse ? 1 : 0;
      alike += isSame ? 1 : 0;
      for (const one of differences) {
        const [was, is] = levels(one.example as ExampleResource);
        assert.equal(factsText(one.change), is < was ? 'weaker' : is > was ? 'stricter' : 'same');
      }
    }),
    { numRuns: 200 },
  );
  assert.ok(weaker > 20 && alike > 20, `both happen: ${weaker}, ${alike}`);
});

test('what is not known is said: collections, and members outside the rules', () => {
  const one = (at: number, its: Level): Rule => ({ name: `r${at}`, enabled: true, named: [at], level: its });
  const [old, now] = [documentOf([one(0, 1), one(1, 0)], 2), documentOf([one(1, 0), one(0, 1)], 2)];
  const unknown = decisionDifferences(images, old, now, new Map());
  assert.deepEqual(unknown.differences, []);
  assert.deepEqual(unknown.notKnown, ['The contents of some collections are unknown.']);
  const same = documentOf([one(0, 1)], 1);
  const more = documentOf([one(0, 1)], 1, { learningDisabled: true });
  assert.deepEqual(decisionDifferences(images, same, more, new Map()), {
    differences: [],
    notKnown: ['The impact of the policy-level field learningDisabled on decisions is unknown.'],
  });
  assert.deepEqual(decisionDifferences(images, same, same, new Map()), { differences: [], notKnown: [] });
});

test('only the switches of the network are known, and only there', () => {
  const network = must(policyKind('cnns/network'));
  const notKnown = (kind: PolicyKind, member: string): readonly string[] => {
    const [before, after] = [false, true].map((value) => fromPlain({ [member]: value }) as JsonObject);
    return decisionDifferences(kind, must(before), must(after), new Map()).notKnown;
  };
  assert.deepEqual(notKnown(network, 'hostEnabled'), []);
  assert.equal(notKnown(network, 'hostEnabled-later').length, 1);
  assert.equal(notKnown(images, 'hostEnabled').length, 1);
});

test('a list of the network that is switched off decides nothing any more', () => {
  const network = must(policyKind('cnns/network'));
  const document = (isOn: boolean): JsonObject => {
    const value = fromPlain({
      containerEnabled: isOn,
      networkEntities: [{ _id: 1, name: 'e', type: 'container', collections: [{ name: 'c0' }] }],
      containerRules: [
        { id: 1, name: 'r', src: 1, dst: 1, effect: 'prevent', ports: [{ start: 1, end: 9, deny: false }] },
      ],
    });
    assert.ok(isJsonObject(value));
    return value;
  };
  const known = new Map([['c0', { images: ['a*'] }]]);
  const off = decisionDifferences(network, document(true), document(false), known);
  assert.deepEqual(
    off.differences.map((one) => [rulesOf(one).from?.name, rulesOf(one).to?.name, factsText(one.change)]),
    [['r', undefined, 'weaker']],
  );
  assert.deepEqual(off.notKnown, []);
});

test('what is not known of the network is never proven alike', () => {
  const network = must(policyKind('cnns/network'));
  const known: KnownCollections = new Map([
    ['web', { images: ['web/*'] }],
    ['db', { images: ['db/*'] }],
  ]);
  const policy = ({ of = {}, more = {}, ports = {} }: { of?: object; more?: object; ports?: object } = {}) =>
    must(
      [
        fromPlain({
          containerEnabled: true,
          networkEntities: [
            { _id: 1, name: 'web', type: 'container', collections: [{ name: 'web' }] },
            { _id: 2, name: 'db', type: 'container', collections: [{ name: 'db' }], ...of },
            { _id: 3, name: 'unknown', type: 'container', collections: [{ name: 'nobody knows' }], ...more },
          ],
          containerRules: [
            { id: 1, name: 'no', src: 1, dst: 2, effect: 'prevent', ports: [{ start: 1, end: 9, ...ports }] },
          ],
        }),
      ].find(isJsonObject),
    );
  const proven = (before: JsonObject, after: JsonObject, all: KnownCollections = known): boolean => {
    const { differences, notKnown } = decisionDifferences(network, before, after, all);
    return differences.length === 0 && notKnown.length === 0;
  };
  assert.ok(proven(policy(), policy()));
  assert.ok(proven(policy(), policy({ of: { name: 'database' } })));
  const open = { allowAll: { inbound: ['container'], outbound: [] } };
  for (const [before, after] of [
    [policy(), policy({ of: open })],
    // It was not known before, either, as something else may be open.
    [policy({ more: open }), policy({ more: open, of: open })],
    [policy(), policy({ of: { exclude: ['x'] } })],
    [policy(), policy({ of: { allowAll: { inbound: [], outbound: [], unless: 1 } } })],
    [policy(), policy({ ports: { protocol: 'udp' } })],
  ] as const) {
    assert.ok(!proven(before, after));
    assert.ok(!proven(after, before));
    assert.ok(!proven(before, after, new Map()), 'nothing is known of collections');
    assert.ok(proven(after, after), 'the same text is the same');
  }
});

test('what surely becomes weaker is told of a collection of which it is not known all that it names', () => {
  const known: KnownCollections = new Map([
    ['c0', { images: ['registry/*/api', 'payments/*'] }],
    ['c1', { images: ['payments/*', '-*/*-dev'] }],
  ]);
  for (const at of [0, 1]) {
    const [before, after] = [true, false].map((enabled) =>
      documentOf([{ name: 'r', enabled, named: [at], level: 2 }], 2),
    );
    const { differences, notKnown } = decisionDifferences(images, must(before), must(after), known);
    const told = differences.map((one) => [
      rulesOf(one).from?.name,
      rulesOf(one).to?.name,
      factsText(one.change),
      (one.example as ExampleResource).image,
    ]);
    assert.deepEqual(told, at === 0 ? [['r', undefined, 'weaker', 'payments/app']] : []);
    assert.equal(notKnown.length, at);
  }
});
