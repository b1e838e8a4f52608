import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { decisionChanges } from '../../../src/core/order/decisionChanges.ts';
import { exampleAt, type ExampleConnection } from '../../../src/core/order/example.ts';
import { cellStates, stateAt } from '../../../src/core/order/picture/cellState.ts';
import { namedColumns, OrderPicture } from '../../../src/core/order/picture/orderPicture.ts';
import { orderWords } from '../../../src/core/order/ruleFindings.ts';
import { findingsOf, ruleFindingsOf } from './freshAnalysis.ts';
import { OrderReader } from '../../../src/core/order/orderReader.ts';
import {
  collections,
  decider,
  entities,
  isTaken,
  kind,
  read,
  toAnything,
  toContainers,
  toSubnets,
  world,
  type DrawnRule,
} from './networkWorld.ts';
import { runsOf } from './runs.ts';
import { must } from './truth.ts';

function check(rules: readonly DrawnRule[], isOneType: boolean): void {
  const { findings, notAnalyzed } = findingsOf(read(new OrderReader(kind, collections), rules));
  assert.deepEqual(notAnalyzed, []);
  const deciders = world.map((connection) => decider(rules, connection));
  for (const [place, rule] of rules.entries()) {
    const of = (...kinds: readonly string[]): boolean =>
      findings.some((one) => one.rule === place && kinds.includes(one.kind));
    const isDead = !rule.disabled && !deciders.includes(place);
    const own = world
      .map((one, at) => [one, deciders[at] ?? -1] as const)
      .filter(([one]) => isTaken(rule, one));
    const isAlike = own.every(([, by]) => rules[by]?.effect === rule.effect);
    const changes = world.some((one, at) => {
      const others = rules.map((other, index) => (index === place ? { ...other, disabled: true } : other));
      return deciders[at] === place && others[decider(others, one)]?.effect !== rule.effect;
    });
    assert.ok(!of('shadowed-rule', 'redundant-rule') || isDead);
    assert.ok(!of('redundant-rule') || isAlike);
    assert.ok(!of('unneeded-rule') || !changes);
    if (isOneType) {
      assert.equal(of('shadowed-rule', 'redundant-rule'), isDead, 'shadowed-rule');
      assert.equal(of('redundant-rule'), isDead && isAlike, 'redundant-rule');
      assert.equal(of('unneeded-rule'), !isDead && !rule.disabled && !changes, 'no effect');
    }
  }
}

function checkChange(rules: readonly DrawnRule[], from: number, to: number, isOneType: boolean): void {
  const order = [...rules.keys()];
  const [moved = 0] = order.splice(from % order.length, 1);
  order.splice(to % rules.length, 0, moved);
  const after = order.map((place) => must(rules[place]));
  const reader = new OrderReader(kind, collections);
  const [old, now] = [read(reader, rules), read(reader, after)];
  const { changes, isComplete } = decisionChanges(
    old.rules,
    now.rules,
    [...rules.keys()].map((place) => order.indexOf(place)),
  );
  const happens = new Set(
    world
      .map((one) => [decider(rules, one), order[decider(after, one)] ?? -1] as const)
      .filter(([a, b]) => a !== b)
      .map((pair) => pair.join(' ')),
  );
  const told = changes.map((one) => `${one.from ?? -1} ${one.to === undefined ? -1 : must(order[one.to])}`);
  assert.ok(told.every((pair) => happens.has(pair)));
  assert.ok(!isComplete || told.length === happens.size);
  assert.ok(!isOneType || isComplete);
  for (const { from: a, to: b, example } of changes) {
    const { source, destination, port: number } = exampleAt(kind, example) as ExampleConnection;
    const connection = {
      image: source.image ?? '',
      to: { image: '', ...destination },
      port: must(number),
    };
    const shown = isOneType && { ...connection, to: destination };
    assert.deepEqual(
      [decider(rules, shown || connection), decider(after, shown || connection)],
      [a ?? -1, b ?? -1],
    );
  }
}

test('rules to subnets: what is said is so, and what is so is said', () => {
  fc.assert(
    fc.property(toSubnets, (rules) => check(rules, true)),
    { numRuns: runsOf(300) },
  );
});

test('rules between containers: the same', () => {
  fc.assert(
    fc.property(toContainers, (rules) => check(rules, true)),
    { numRuns: runsOf(200) },
  );
});

test('rules to anything: what is said is so', () => {
  fc.assert(
    fc.property(toAnything, (rules) => check(rules, false)),
    { numRuns: runsOf(200) },
  );
});

const allPorts = { start: 0, end: 65_535 };
const toPort2 = { src: 1, ports: [{ start: 2, end: 2 }], effect: 'allow', disabled: false };
/** Rules for every address, so what a rule for containers decides for has none. */
const besideAllAddresses: [readonly DrawnRule[], number, number] = [
  [{ ...toPort2, dst: 10, ports: [allPorts] }, ...[9, 1, 1].map((dst) => ({ ...toPort2, dst }))],
  3,
  0,
];

test('a rule of the network that moves: who gets what', () => {
  fc.assert(
    fc.property(toSubnets, fc.nat(6), fc.nat(6), (rules, from, to) => checkChange(rules, from, to, true)),
    { numRuns: runsOf(300) },
  );
  fc.assert(
    fc.property(toAnything, fc.nat(6), fc.nat(6), (rules, from, to) => checkChange(rules, from, to, false)),
    { numRuns: runsOf(200), examples: [besideAllAddresses] },
  );
});

function checkPicture(rules: readonly DrawnRule[], isOneType: boolean): void {
  const list = read(new OrderReader(kind, collections), rules);
  const picture = new OrderPicture(kind, list.rules);
  const named = namedColumns(picture.columns, list.rules);
  for (const [at, column] of picture.columns.entries()) {
    for (const [place, { scopes, comparisonGroup: group }] of list.rules.entries()) {
      const isOwn = group === column.group && scopes.some(({ name }) => column.keys.has(`${group}\n${name}`));
      assert.equal(named[place]?.includes(at), isOwn);
    }
    const naming = must(
      rules.find(
        (_, place) =>
          column.keys.has(`${column.group}\n${must(list.rules[place]?.scopes[0]).name}`) &&
          list.rules[place]?.comparisonGroup === column.group,
      ),
    );
    const own = world.filter((one) => isTaken({ ...naming, disabled: false }, one));
    const deciders = own.map((one) => decider(rules, one));
    const { states } = picture.cells(column);
    for (let place = 0; place <= rules.length; place++) {
      const rule = rules[place];
      const decided = deciders.filter((one) => (one === -1 ? rules.length : one) === place).length;
      const matched = rule ? own.filter((one) => isTaken(rule, one)).length : decided;
      const state = stateAt(states, place);
      const isTrue: Readonly<Record<string, boolean>> = {
        [cellStates.all]: decided === own.length,
        // An example may be a connection that the small world does not have; with both ends of two types it need not exist.
        [cellStates.some]:
          decided > 0 || (!isOneType && (!rule || list.rules[place]?.comparisonGroup === column.group)),
        [cellStates.taken]: decided === 0,
        [cellStates.apart]: matched === 0,
        [cellStates.off]: matched === 0,
        [cellStates.notKnown]: !isOneType,
      };
      assert.ok(isTrue[state], `${column.names.join()} ${place}: ${state}`);
      assert.ok(!isOneType || decided === 0 || state === cellStates.all || state === cellStates.some);
    }
  }
}

test('a picture of rules of the network: each cell says what enumeration shows', () => {
  fc.assert(
    fc.property(toSubnets, (rules) => checkPicture(rules, true)),
    { numRuns: runsOf(150) },
  );
  fc.assert(
    fc.property(toContainers, (rules) => checkPicture(rules, true)),
    { numRuns: runsOf(100) },
  );
  fc.assert(
    fc.property(toAnything, (rules) => checkPicture(rules, false)),
    { numRuns: runsOf(150) },
  );
});

test('what is documented nowhere of the network is not known', () => {
  const all = { start: 0, end: 65_535 };
  const two = (change: Record<string, unknown>, more: readonly object[] = []): string[] => {
    const document = fromPlain({
      containerEnabled: true,
      containerRules: [
        { name: 'first', src: 1, dst: 5, ports: [all], effect: 'alert', ...change },
        { name: 'second', src: 2, dst: 5, ports: [{ start: 1, end: 2 }], effect: 'prevent' },
      ],
      networkEntities: [...entities, ...more],
    }) as JsonObject;
    const list = must(new OrderReader(kind, collections).read(document)[0]);
    return findingsOf(list).findings.map((finding) => finding.kind);
  };
  assert.deepEqual(two({}), ['shadowed-rule']);
  assert.deepEqual(two({ ports: [] }), [], 'no ports');
  assert.deepEqual(two({ ports: [{ ...all, deny: true }] }), [], 'ports that are denied');
  assert.deepEqual(two({ src: 99 }), [], 'an entity that does not exist');
  assert.deepEqual(
    two({}, [{ _id: 1, type: 'container', collections: [{ name: 'b' }] }]),
    [],
    'an id that is used twice',
  );
  const open = {
    _id: 50,
    type: 'container',
    collections: [{ name: 'as' }],
    allowAll: { outbound: ['subnet'] },
  };
  assert.deepEqual(two({}, [open]), [], 'an entity that allows everything');
  const networks = (...cidrs: readonly string[]): object => ({
    _id: 50,
    type: 'subnet',
    subnets: cidrs.map((cidr) => ({ name: cidr, cidr })),
  });
  assert.deepEqual(two({ dst: 50 }, [networks('10.0.0.0/8')]), ['shadowed-rule']);
  for (const cidr of ['10.0.0.1/8', '10.0.0.0', '::ffff:10.0.0.0/104', 'anywhere', '010.0.0.0/8']) {
    assert.deepEqual(two({ dst: 50 }, [networks('0.0.0.0/0', cidr)]), [], cidr);
  }
});

test('what is found of the network is said in its words', () => {
  const document = fromPlain({
    containerEnabled: true,
    containerRules: [
      { name: 'first', src: 1, dst: 3, ports: [{ start: 0, end: 65_535 }], effect: 'alert' },
      { name: 'second', src: 2, dst: 3, ports: [{ start: 1, end: 2 }], effect: 'prevent' },
      { name: 'third', src: 1, dst: 3, ports: [{ start: 443, end: 443 }], effect: 'prevent' },
    ],
    networkEntities: [
      { _id: 1, name: 'a', type: 'container', collections: [{ name: 'as' }] },
      {
        _id: 2,
        name: 'both',
        type: 'container',
        collections: [{ name: 'as' }, { name: 'b' }, { name: 'b' }],
      },
      { _id: 3, name: 'office', type: 'subnet', subnets: [{ name: 'x', cidr: '192.0.2.0/24' }] },
    ],
  }) as JsonObject;
  const list = must(new OrderReader(kind, collections).read(document)[0]);
  const findings = ruleFindingsOf(list, findingsOf(list));
  assert.deepEqual(findings.map(orderWords), [
    'Partly shadowed: "first" above matches every connection from "as" to "office", so this rule never applies there.',
    'Shadowed: "first" above matches everything this rule covers, so it never applies. "first" is weaker: it alerts. This rule would prevent. For example: image a to address 192.0.2.0 port 443',
  ]);
  assert.deepEqual(findings[1]?.example, {
    source: { image: 'a' },
    destination: { address: '192.0.2.0' },
    port: 443,
  });
});
