import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { applyEdits, lineChange, textChange } from '../../../src/core/document/text.ts';

const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', '😀', '😁')).map((parts) => parts.join(''));

for (const between of [textChange, lineChange]) {
  test(`${between.name}: the change turns one text into the other`, () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = between(before, after);
        assert.equal(applyEdits(before, change ? [change] : []), after);
      }),
    );
  });
}

test('no smaller text change does it', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { start, end, text: put } = textChange(before, after);
      const gone = before.slice(start, end);
      assert.ok(gone === '' || put === '' || (gone[0] !== put[0] && gone.at(-1) !== put.at(-1)));
    }),
  );
});

test('a line change replaces whole lines only', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = lineChange(before, after);
      if (change) {
        assert.ok(change.start === 0 || before[change.start - 1] === '\n');
        assert.ok(change.end === before.length || before[change.end - 1] === '\n');
      }
    }),
  );
});

test('lines that stay are not touched', () => {
  assert.deepEqual(lineChange('one\ntwo\nthree\n', 'one\n2\nthree\n'), { start: 4, end: 8, text: '2\n' });
  assert.equal(lineChange('same', 'same'), undefined);
});
