import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { type PlanStep, diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { isUnusual, pushRisk as riskOf, type PushRisk } from '../../../src/core/policy/pushRisk.ts';

const kind = policyKind('vulnerability/images');
const network = policyKind('cnns/network');
assert.ok(kind && network);

const live = fromPlain({
  rules: [
    { name: 'a', owner: 'admin' },
    { name: 'b', owner: 'admin' },
    { name: 'c', owner: 'system' },
    { name: 'Default - alert all', owner: '' },
  ],
}) as JsonObject;

/** Without the reasons, of steps that need no content. */
function pushRisk(from: JsonObject, steps: readonly PlanStep[]): Omit<PushRisk, 'rules' | 'largestLoss'> {
  const { rules: _, largestLoss: __, ...risk } = riskOf(kind, from, from, steps);
  return risk;
}

function remove(...places: readonly number[]): PlanStep[] {
  return places.map((from) => ({ kind: 'remove', array: 'rules', rule: `rule ${from}`, from }));
}

test('removing few rules of a person is nothing unusual', () => {
  const risk = pushRisk(live, remove(0));
  assert.deepEqual(risk, { removed: ['rule 0'], builtIn: [], share: 0.25 });
  assert.ok(!isUnusual(risk, 0.25));
  assert.ok(isUnusual(risk, 0.2));
});

test('the share is told of the list that loses the largest part of its rules', () => {
  const rules = (count: number): JsonObject[] =>
    Array.from({ length: count }, (_, at) => new Map([['name', `rule ${at}`]]));
  const both: JsonObject = new Map([
    ['containerRules', rules(10)],
    ['hostRules', rules(2)],
  ]);
  const gone = (array: string, from: number): PlanStep => ({ kind: 'remove', array, rule: 'x', from });
  const { largestLoss, share, removed } = riskOf(network, both, both, [
    gone('containerRules', 0),
    gone('containerRules', 1),
    gone('hostRules', 1),
  ]);
  assert.deepEqual([largestLoss, share, removed.length], [{ count: 1, of: 2 }, 0.5, 3]);
});

test('removing a rule that came with the console is unusual, by owner and by name', () => {
  for (const place of [2, 3]) {
    const risk = pushRisk(live, remove(place));
    assert.deepEqual(risk.builtIn, [`rule ${place}`]);
    assert.ok(isUnusual(risk, 1));
  }
});

test('adding and moving take nothing away', () => {
  const steps: PlanStep[] = [
    { kind: 'add', array: 'rules', rule: 'new', to: 0 },
    { kind: 'move', array: 'rules', rule: 'c', from: 2, to: 0 },
  ];
  const risk = pushRisk(live, steps);
  assert.deepEqual(risk, { removed: [], builtIn: [], share: 0 });
  assert.ok(!isUnusual(risk, 0));
});

test('a rename hides no removal: what came with the console is gone, and a changed rule may be another one', () => {
  const rename = (from: number, previousName: string): PlanStep => ({
    kind: 'rename',
    array: 'rules',
    rule: 'new',
    previousName,
    from,
    to: 0,
  });
  assert.deepEqual(pushRisk(live, [rename(0, 'a')]), { removed: [], builtIn: [], share: 0 });
  for (const [from, name] of [
    [2, 'c'],
    [3, 'Default - alert all'],
  ] as const) {
    const risk = pushRisk(live, [rename(from, name)]);
    assert.deepEqual(risk, { removed: [name], builtIn: [name], share: 0.25 });
    assert.ok(isUnusual(risk, 1));
  }
  const change: PlanStep = { kind: 'change', array: 'rules', rule: 'new', from: 0, to: 0, fields: [] };
  assert.deepEqual(pushRisk(live, [rename(0, 'a'), change]), { removed: ['a'], builtIn: [], share: 0.25 });
});

interface Written {
  readonly name: string;
  readonly [member: string]: unknown;
}

const written = (name: string, of = 'own', more: object = {}): Written => ({
  name,
  owner: 'me',
  ...Object.fromEntries(
    ['a', 'notes', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((key) => [key, `${key} ${of}`]),
  ),
  ...more,
});
const filler = Array.from({ length: 8 }, (_, at) => written(`filler ${at}`, `filler ${at}`));
const document = (rules: readonly Written[], more: object = {}): JsonObject =>
  fromPlain({ rules, ...more }) as JsonObject;

function riskBetween(before: readonly Written[], after: readonly Written[]): PushRisk {
  const [from, to] = [document([...before, ...filler]), document([...after, ...filler])];
  assert.ok(kind);
  return riskOf(kind, from, to, diffPolicies(kind, from, to).steps);
}

const builtIns: readonly Written[] = [
  written('Default - alert all'),
  written('default\u00a0-\u00a0Alert all'),
  written('Ｄｅｆａｕｌｔ -  x'),
  written('Ours', 'own', { owner: 'System' }),
];

for (const rule of builtIns) {
  const { name } = rule;
  const goneAs = (reason: string, after: readonly Written[], before: readonly Written[] = [rule]): void => {
    const risk = riskBetween(before, after);
    assert.deepEqual([risk.rules, risk.builtIn], [[{ name, reason }], [name]]);
    assert.ok(isUnusual(risk, 1));
  };

  test(`"${name}" of ${String(rule['owner'])} came with the console: its name hides nothing`, () => {
    goneAs('removed', []);
    goneAs('disabled', [{ ...rule, disabled: true }]);
    goneAs('replaced', [{ ...rule, name: 'New' }]);
    goneAs('replaced', [{ ...written(name, 'something else'), owner: rule['owner'] }]);
  });

  test(`"${name}" of ${String(rule['owner'])}: its name given to a copy of another rule is seen`, () => {
    const near = written('Near', 'own', { a: 'allow', owner: 'me' });
    goneAs('replaced', [{ ...near, name, owner: rule['owner'] }, near], [rule, near]);
  });

  test(`"${name}" of ${String(rule['owner'])}: a small edit of it is nothing unusual`, () => {
    assert.deepEqual(riskBetween([rule], [{ ...rule, a: 'alert', notes: 'Why.' }]).rules, []);
    assert.deepEqual(riskBetween([{ ...rule, disabled: true }], [rule]).rules, []);
  });
}

test('disabling rules counts as removing them', () => {
  const off = (rules: readonly Written[]) => rules.map((rule) => ({ ...rule, disabled: true }));
  const [from, to] = [document(filler), document(off(filler))];
  assert.ok(kind);
  const risk = riskOf(kind, from, to, diffPolicies(kind, from, to).steps);
  assert.deepEqual([risk.share, new Set(risk.rules.map(({ reason }) => reason))], [1, new Set(['disabled'])]);
  assert.equal(riskOf(kind, to, from, diffPolicies(kind, to, from).steps).share, 0, 'enabling them again');
  assert.equal(riskOf(kind, to, to, []).share, 0, 'what was disabled before');
});

test('of two rules with one name, one removal of that very rule counts', () => {
  const [theirs, ours] = [written('Same', 'own', { owner: 'system' }), written('Same', 'ours')];
  const kept = (rule: Written): readonly string[] => {
    const risk = riskBetween([theirs, ours], [rule]);
    assert.deepEqual(risk.rules, [{ name: 'Same', reason: 'removed' }]);
    return risk.builtIn;
  };
  assert.deepEqual([kept(theirs), kept(ours)], [[], ['Same']]);
  assert.deepEqual(kept({ ...ours, notes: 'edited' }), ['Same'], 'the one that is kept was edited');
  const twin = { ...theirs, owner: 'me' };
  assert.deepEqual(riskBetween([theirs, twin], [twin]).builtIn, ['Same'], 'nobody can tell them apart');
});

test('switching a list of the network policy off counts as removing all its rules', () => {
  const rules = { containerRules: [written('a')], hostRules: [written('b'), written('c')], rules: undefined };
  const on = document([], { ...rules, containerEnabled: true, hostEnabled: true });
  for (const [key, names] of [
    ['containerEnabled', ['a']],
    ['hostEnabled', ['b', 'c']],
  ] as const) {
    const off = document([], { ...rules, containerEnabled: true, hostEnabled: true, [key]: false });
    const risk = riskOf(network, on, off, diffPolicies(network, on, off).steps);
    assert.deepEqual([risk.removed, risk.share, risk.rules[0]?.reason], [names, 1, 'disabled']);
    assert.equal(riskOf(network, off, on, diffPolicies(network, off, on).steps).share, 0);
  }
});
