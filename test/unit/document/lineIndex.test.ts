import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { LineIndex } from '../../../src/core/document/text.ts';

test('a position is the number of line ends in front of it, and what follows the last', () => {
  for (const pieces of [
    ['a', '\n'],
    ['a', '\n', '\r', '\r\n'],
  ] as const) {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), fc.nat(), (parts, at) => {
        const text = parts.join('');
        const offset = at % (text.length + 1);
        // Between the halves of a line end the line has not ended yet.
        const isInside = text[offset - 1] === '\r' && text[offset] === '\n';
        const lines = text.slice(0, isInside ? offset - 1 : offset).split(/\r\n|\n|\r/);
        const character = (lines.at(-1)?.length ?? 0) + (isInside ? 1 : 0);
        assert.deepEqual(new LineIndex(text).position(offset), { line: lines.length - 1, character });
      }),
    );
  }
});
