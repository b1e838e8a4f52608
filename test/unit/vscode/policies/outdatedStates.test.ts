import assert from 'node:assert/strict';
import { mock, test, type TestContext } from 'node:test';
import { OutdatedStates } from '../../../../src/vscode/workspace/outdatedStates.ts';

function setUp(context: TestContext): { states: OutdatedStates; told: string[] } {
  mock.timers.enable({ apis: ['setTimeout'] });
  const told: string[] = [];
  const states = new OutdatedStates((key) => told.push(key));
  context.after(() => {
    states.dispose();
    mock.timers.reset();
  });
  return { states, told };
}

test('what is worked out again soon is not announced', (context) => {
  const { states, told } = setUp(context);
  states.changed('waas/host');
  mock.timers.tick(600);
  assert.equal(states.has('waas/host'), false);
  states.workedOut('waas/host', states.changeOf('waas/host'));
  mock.timers.tick(10_000);
  assert.deepEqual(told, []);
});

test('a state that is behind its file for a while is said to be, though it goes on changing, and once when that is over', (context) => {
  const { states, told } = setUp(context);
  for (let stroke = 0; stroke < 20; stroke++) {
    states.changed('waas/host');
    mock.timers.tick(50);
  }
  assert.deepEqual(told, ['waas/host']);
  assert.equal(states.has('waas/host'), true);
  assert.equal(states.has('waas/container'), false);
  states.workedOut('waas/host', states.changeOf('waas/host'));
  assert.equal(states.has('waas/host'), false);
  assert.deepEqual(told, ['waas/host', 'waas/host']);
});

test('what was worked out of the text before the last change says nothing of that', (context) => {
  const { states, told } = setUp(context);
  states.changed('waas/host');
  const before = states.changeOf('waas/host');
  states.changed('waas/host');
  states.workedOut('waas/host', before);
  mock.timers.tick(1000);
  assert.equal(states.has('waas/host'), true);
  assert.deepEqual(told, ['waas/host']);
});

test('a state that was worked out anew for another reason leaves no change behind', (context) => {
  const { states, told } = setUp(context);
  states.workedOut('waas/host', undefined);
  mock.timers.tick(1000);
  assert.equal(states.has('waas/host'), false);
  assert.deepEqual(told, []);
});
