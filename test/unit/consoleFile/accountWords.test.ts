import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountWords } from '../../../src/core/consoleFile/accountWords.ts';

test('an account is told by the begin of its access key, never by all of it', () => {
  assert.equal(accountWords('3f2a91c0-7d1e-4b5a-9c1f-2a6b8e0d4c11'), '3f2a91c0…');
  assert.equal(accountWords('abcdef'), 'abc…');
  assert.equal(accountWords('a'), '…');
});
