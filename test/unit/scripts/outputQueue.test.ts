import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputQueue } from '../../../scripts/lib/outputQueue.ts';

test('the first output prints at once, each other one after those before it, whole and in order', () => {
  const printed: string[] = [];
  const queue = new OutputQueue((line) => printed.push(line));
  const [one, two, three] = [queue.add(), queue.add(), queue.add()];
  two.print('two 1');
  one.print('one 1');
  three.print('three 1');
  three.end();
  assert.deepEqual(printed, ['one 1']);
  one.print('one 2');
  one.end();
  assert.deepEqual(printed, ['one 1', 'one 2', 'two 1']);
  two.print('two 2');
  two.end();
  assert.deepEqual(printed, ['one 1', 'one 2', 'two 1', 'two 2', 'three 1']);
  queue.add().print('later');
  assert.equal(printed.at(-1), 'later');
});
