import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authSchemes } from '../../../src/core/consoleFile/authSchemes.ts';

test('one scheme is usual and comes first; each says what it is for', () => {
  const rows = Object.entries(authSchemes);
  assert.deepEqual(
    rows.filter(([, { isDefault }]) => isDefault),
    rows.slice(0, 1),
  );
  for (const [scheme, { detail }] of rows) {
    assert.ok(detail().length > 0 && detail().length < 90, `${scheme}: a list cuts longer ones`);
  }
});
