import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineBuffer } from '../../../src/cli/output.ts';

test('lines of one turn are written together, in the order in which they were said', async () => {
  const written: string[] = [];
  const lines = new LineBuffer((stream, text) => written.push(`${stream} ${text}`));
  lines.add('out', 'a');
  lines.add('out', 'b');
  lines.add('error', 'c');
  lines.add('out', 'd');
  assert.deepEqual(written, ['out a\nb\n', 'error c\n'], 'one stream after the other');
  await Promise.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(written.splice(0), ['out a\nb\n', 'error c\n', 'out d\n']);
  await new Promise(setImmediate);
  assert.deepEqual(written, [], 'each once');
});

test('many lines do not wait for the end of the turn, and what is left can be written before the process ends', () => {
  const written: string[] = [];
  const lines = new LineBuffer((_, text) => written.push(text));
  const all = Array.from({ length: 5000 }, (_, at) => `line ${at} of many`);
  all.forEach((line) => lines.add('out', line));
  assert.ok(written.length > 0 && written.length < 10);
  lines.flush();
  lines.flush();
  assert.equal(written.join(''), `${all.join('\n')}\n`);
});
