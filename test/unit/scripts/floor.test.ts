import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Floor } from '../../../scripts/lib/floor.ts';

test('the first is heard as it speaks, each other one when those before it have ended, whole and in order', () => {
  const heard: string[] = [];
  const floor = new Floor((line) => heard.push(line));
  const [one, two, three] = [floor.speaker(), floor.speaker(), floor.speaker()];
  two.say('two 1');
  one.say('one 1');
  three.say('three 1');
  three.end();
  assert.deepEqual(heard, ['one 1']);
  one.say('one 2');
  one.end();
  assert.deepEqual(heard, ['one 1', 'one 2', 'two 1']);
  two.say('two 2');
  two.end();
  assert.deepEqual(heard, ['one 1', 'one 2', 'two 1', 'two 2', 'three 1']);
  floor.speaker().say('later');
  assert.equal(heard.at(-1), 'later');
});
