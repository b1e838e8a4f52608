import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldDraws } from '../../../../src/vscode/policies/heldDraws.ts';

function draws() {
  const told: (string[] | undefined)[] = [];
  return { told, held: new HeldDraws<string>((rows) => told.push(rows)) };
}

test('a tree is told at once what to draw', () => {
  const { held, told } = draws();
  held.draw(['a']);
  held.draw(undefined);
  assert.deepEqual(told, [['a'], undefined]);
});

test('while it is held nothing is told, and then all of it together', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { held, told } = draws();
  held.hold(500);
  held.draw(['a']);
  held.draw(['b', 'a']);
  t.mock.timers.tick(499);
  assert.deepEqual(told, []);
  t.mock.timers.tick(1);
  assert.deepEqual(told, [['a', 'b']]);
  held.draw(['c']);
  assert.deepEqual(told.at(-1), ['c']);
});

test('all rows are more than some, and nothing is told where nothing came', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { held, told } = draws();
  held.hold(500);
  held.draw(['a']);
  held.draw(undefined);
  t.mock.timers.tick(500);
  assert.deepEqual(told, [undefined]);
  held.hold(500);
  t.mock.timers.tick(500);
  assert.equal(told.length, 1);
});

test('what is released is told at once', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { held, told } = draws();
  held.hold(500);
  held.draw(['a']);
  held.release();
  held.draw(['b']);
  t.mock.timers.tick(500);
  assert.deepEqual(told, [['a'], ['b']]);
});

test('what is held again is held for longer', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { held, told } = draws();
  held.hold(500);
  held.draw(['a']);
  t.mock.timers.tick(400);
  held.hold(500);
  t.mock.timers.tick(400);
  assert.deepEqual(told, []);
  t.mock.timers.tick(100);
  assert.deepEqual(told, [['a']]);
});
