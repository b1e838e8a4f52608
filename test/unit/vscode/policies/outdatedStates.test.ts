import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { OutdatedStates } from '../../../../src/vscode/workspace/outdatedStates.ts';

function setUp(): { states: OutdatedStates; told: string[] } {
  const told: string[] = [];
  const states: OutdatedStates = new OutdatedStates((key) => told.push(`${key} ${states.has(key)}`));
  return { states, told };
}

test('what is said of a file is withdrawn with its first change, once however long that goes on, and once when it is over', () => {
  const { states, told } = setUp();
  states.changed('waas/host');
  assert.deepEqual(told, ['waas/host true']);
  for (let stroke = 0; stroke < 20; stroke++) {
    states.changed('waas/host');
  }
  assert.deepEqual(told, ['waas/host true']);
  assert.equal(states.has('waas/container'), false);
  states.workedOut('waas/host', states.changeOf('waas/host'));
  assert.deepEqual(told, ['waas/host true', 'waas/host false']);
});

test('what was worked out of the text before the last change says nothing of that', () => {
  const { states, told } = setUp();
  states.changed('waas/host');
  const before = states.changeOf('waas/host');
  states.changed('waas/host');
  states.workedOut('waas/host', before);
  assert.equal(states.has('waas/host'), true);
  assert.deepEqual(told, ['waas/host true']);
});

test('a state that was worked out anew for another reason leaves no change behind', () => {
  const { states, told } = setUp();
  states.workedOut('waas/host', undefined);
  assert.equal(states.has('waas/host'), false);
  assert.deepEqual(told, []);
});

test('a file that may say the same as before is announced only when looking at it takes long, or when it surely changed', (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const { states, told } = setUp();
  states.changed('waas/host', true);
  mock.timers.tick(600);
  states.workedOut('waas/host', states.changeOf('waas/host'));
  mock.timers.tick(10_000);
  assert.deepEqual(told, []);
  states.changed('waas/host', true);
  mock.timers.tick(700);
  assert.deepEqual(told, ['waas/host true']);
  states.changed('waas/container', true);
  states.changed('waas/container');
  mock.timers.tick(10_000);
  assert.deepEqual(told.slice(1), ['waas/container true']);
});
