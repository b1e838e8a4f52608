import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/model/json.ts';
import type { PlanStep } from '../../../src/model/planStep.ts';
import { isUnusual, pushRisk } from '../../../src/model/pushRisk.ts';

const live = fromPlain({
  rules: [
    { name: 'a', owner: 'admin' },
    { name: 'b', owner: 'admin' },
    { name: 'c', owner: 'system' },
    { name: 'Default - alert all', owner: '' },
  ],
}) as JsonObject;

function remove(...places: readonly number[]): PlanStep[] {
  return places.map((from) => ({ kind: 'remove', array: 'rules', rule: `rule ${from}`, from }));
}

test('removing few rules of a person is nothing unusual', () => {
  const risk = pushRisk(live, remove(0));
  assert.deepEqual(risk, { removed: ['rule 0'], builtIn: [], share: 0.25 });
  assert.ok(!isUnusual(risk, 0.25));
  assert.ok(isUnusual(risk, 0.2));
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
