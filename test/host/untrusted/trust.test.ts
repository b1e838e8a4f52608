import assert from 'node:assert/strict';
import { workspace } from 'vscode';
import { suite, test } from '../harness.ts';

suite('an untrusted workspace', () => {
  test('is one', () => {
    assert.equal(workspace.isTrusted, false);
  });
});
