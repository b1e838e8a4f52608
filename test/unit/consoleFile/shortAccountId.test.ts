import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortAccountId } from '../../../src/core/consoleFile/consoleEntry.ts';

test('an account is told by the begin of its access key, never by all of it', () => {
  assert.equal(shortAccountId('3f2a91c0-7d1e-4b5a-9c1f-2a6b8e0d4c11'), '3f2a91c0…');
  assert.equal(shortAccountId('abcdef'), 'abc…');
  assert.equal(shortAccountId('a'), '…');
});
