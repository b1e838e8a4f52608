import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareSecret, hasInvisibleCharacters } from '../../../src/core/util/bareSecret.ts';

test('what stands around a key is no part of it', () => {
  for (const text of [
    'key',
    '\ufeffkey',
    ' key\t',
    'key\r\n',
    '\n\nkey\n\n',
    '\u200bkey\u00a0',
    '\0key\u2028',
  ]) {
    assert.equal(bareSecret(text), 'key', JSON.stringify(text));
  }
  for (const none of ['', ' ', '\ufeff', '\r\n\r\n']) {
    assert.equal(bareSecret(none), '', JSON.stringify(none));
  }
  assert.equal(bareSecret(' a b🔑 '), 'a b🔑');
  assert.equal(bareSecret(`a${' '.repeat(100_000)}b`).length, 100_002);
});

test('what nobody sees within a key is told', () => {
  for (const text of ['a\nb', 'a\rb', 'a\tb', 'a\0b', 'a\u007fb', 'a\u200bb', 'a\u2028b', 'a\ufeffb']) {
    assert.equal(hasInvisibleCharacters(text), true, JSON.stringify(text));
  }
  for (const text of ['a b', 'äß✓🔑', 'a+/=']) {
    assert.equal(hasInvisibleCharacters(text), false, JSON.stringify(text));
  }
});
