import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authSchemes } from '../../../../src/vscode/consoles/authSchemes.ts';

test('who adds a first console is told which way is usual, first of all, and what each is for', () => {
  const items = authSchemes();
  assert.deepEqual(
    items.map(({ scheme, description }) => [scheme, description]),
    [
      ['basic', 'usual'],
      ['login', undefined],
      ['bearer', undefined],
    ],
  );
  for (const { label, detail } of items) {
    assert.ok(detail.length > 0 && detail.length < 90, `${label}: a list cuts longer ones`);
  }
});
