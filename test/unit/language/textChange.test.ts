import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { applyEdits } from '../../../src/language/text.ts';
import { smallestChange } from '../../../src/workspace/smallestChange.ts';

const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', '😀', '😁')).map((parts) => parts.join(''));

test('the change turns one text into the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = smallestChange(before, after);
      assert.equal(applyEdits(before, change ? [change] : []), after);
    }),
  );
});

test('it replaces whole lines only', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = smallestChange(before, after);
      if (change) {
        assert.ok(change.start === 0 || before[change.start - 1] === '\n');
        assert.ok(change.end === before.length || before[change.end - 1] === '\n');
      }
    }),
  );
});

test('lines that stay are not touched', () => {
  assert.deepEqual(smallestChange('one\ntwo\nthree\n', 'one\n2\nthree\n'), { start: 4, end: 8, text: '2\n' });
  assert.equal(smallestChange('same', 'same'), undefined);
});
