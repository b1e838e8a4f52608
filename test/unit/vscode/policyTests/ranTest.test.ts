import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsOf, whyNot, type Ran } from '../../../../src/vscode/policyTests/ranTest.ts';

const passed = { kind: 'result', result: { outcome: 'passed' } } as unknown as Ran;
const failed = { kind: 'result', result: { outcome: 'failed' } } as unknown as Ran;
const noFile = { kind: 'no-file' } as unknown as Ran;
const one = (file: string, index: number, ran: Ran) => ({
  found: { uri: file },
  name: `test ${index}`,
  index,
  ran,
});

test('a file with something new is told as a whole, so that the view counts all of its tests', () => {
  const old = [one('a', 0, passed), one('a', 1, passed), one('b', 0, passed)];
  assert.deepEqual(newsOf([], old), old);
  assert.deepEqual(newsOf(old, old), []);
  const more = [...old, one('a', 2, failed)];
  assert.deepEqual(newsOf(old, more), [old[0], old[1], more[3]], 'and no other file');
  const changed = [old[0]!, one('a', 1, failed), old[2]!];
  assert.deepEqual(newsOf(old, changed), changed.slice(0, 2));
});

test('that there is no file is told only where there was one', () => {
  assert.deepEqual(newsOf([], [one('a', 0, noFile)]), []);
  const gone = [one('a', 0, noFile)];
  assert.deepEqual(newsOf([one('a', 0, passed)], gone), gone);
});

test('what was withdrawn because the text was another one is told again, also where it is the same', () => {
  const old = [one('a', 0, passed), one('a', 1, failed)];
  assert.deepEqual(newsOf(old, old, true), old);
  assert.deepEqual(newsOf([], [one('a', 0, noFile)], true), []);
});

test('what is not known is said once, in sentences', () => {
  const ran = (actual: string): Ran =>
    ({ kind: 'result', result: { outcome: 'unknown', expected: '"a" applies', actual } }) as unknown as Ran;
  assert.equal(
    whyNot(ran('one of these applies: "a" (#1) or "b" (#2)')),
    'Unknown. Expected: "a" applies. One of these applies: "a" (#1) or "b" (#2)',
  );
  assert.equal(whyNot(ran('no rule applies')), 'Unknown. Expected: "a" applies. No rule applies');
});
