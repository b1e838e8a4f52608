import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestingTimer } from '../../../../src/vscode/language/restingTimer.ts';

test('what is quick is done at once, what was slow when typing rests', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const timer = new RestingTimer();
  context.after(() => timer.dispose());
  const done: string[] = [];
  const work = (name: string, ms: number) => (): void => {
    done.push(name);
    now += ms;
  };
  timer.run('file', work('first', 8));
  timer.run('file', work('quick', 20));
  assert.deepEqual(done, ['first', 'quick']);
  timer.run('file', work('overtaken', 1));
  timer.run('other', work('other', 1));
  context.mock.timers.tick(59);
  timer.run('file', work('rested', 1));
  context.mock.timers.tick(59);
  assert.deepEqual(done, ['first', 'quick', 'other']);
  context.mock.timers.tick(1);
  timer.run('file', work('quick again', 1));
  assert.deepEqual(done, ['first', 'quick', 'other', 'rested', 'quick again']);
});
