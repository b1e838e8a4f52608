import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../../src/core/util/sentence.ts';

test('a sentence begins with a capital, and what is quoted stays as it is', () => {
  for (const [text, expected] of [
    ['the rule has no name', 'The rule has no name'],
    ['éclair', 'Éclair'],
    ['"a" is taken', '"a" is taken'],
    ['`name` must be text', '`name` must be text'],
    ['7 is no severity', '7 is no severity'],
    ['', ''],
  ] as const) {
    assert.equal(sentence(text), expected);
    assert.equal(sentence(sentence(text)), expected);
  }
});
