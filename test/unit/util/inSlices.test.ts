import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from '../../../src/core/util/inSlices.ts';

test('of several works that gave way one goes on at a time: what came in does not wait for a piece of each', async () => {
  const turns: string[] = [];
  const work = async (name: string): Promise<void> => {
    await pause();
    turns.push(name);
  };
  const works = ['first', 'second', 'third'].map(work);
  setImmediate(() => turns.push('what came in'));
  await Promise.all(works);
  assert.deepEqual(turns, ['first', 'what came in', 'second', 'third']);
});
