import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { finished } from '../../../src/core/util/finished.ts';
import { PartedText } from '../../../src/core/util/partedText.ts';

const parts = fc.array(fc.string({ unit: fc.constantFrom('p', 'l', 'a', '"', 'é', '😀'), maxLength: 6 }));

test('a text in parts is the text, wherever it is parted', () => {
  fc.assert(
    fc.property(parts, fc.string({ minLength: 1, maxLength: 4 }), (some, other) => {
      const text = some.join('');
      const parted = new PartedText(some);
      assert.equal(parted.toString(), text);
      assert.equal(parted.length, text.length);
      assert.equal(parted.byteLength, Buffer.byteLength(text));
      assert.equal(parted.is(text), true);
      assert.equal(parted.is(`${text}x`), false);
      assert.equal(parted.is(text.replace('p', 'q')), !text.includes('p'));
      for (const short of ['"pl', 'a', 'la"é', other]) {
        assert.equal(finished(parted.includesSteps(short)), text.includes(short), short);
      }
    }),
    { numRuns: 2000 },
  );
  assert.equal(PartedText.of('').toString(), '');
  const long = `${'a'.repeat((1 << 18) - 1)}😀b`;
  assert.deepEqual([PartedText.of(long).toString(), PartedText.of(long).isWellFormed], [long, true]);
  assert.equal(new PartedText(['a', '\ud83d']).isWellFormed, false);
});

test('a text in parts never changes', () => {
  const given = ['a', 'b'];
  const parted = new PartedText(given);
  given[1] = 'c';
  assert.throws(() => (parted.parts as string[]).push('d'), TypeError);
  assert.throws(() => Object.assign(parted, { parts: ['e'] }), TypeError);
  assert.equal(parted.toString(), 'ab');
});
