import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MeantRows } from '../../../../src/vscode/policies/meantRows.ts';
import type { RuleTarget } from '../../../../src/vscode/workspace/target.ts';

function rule(index: number, name?: string): RuleTarget {
  const policy = 'runtime/host';
  return { kind: 'rule', consoleId: 'c', policy, array: 'rules', index, ...(name && { name }) };
}

test('a key that waited means what was selected when it was pressed, where the keys before it moved that', () => {
  const meant = new MeantRows();
  meant.are(1, [rule(3, 'a')]);
  meant.are(2, [rule(7, 'b')]);
  assert.deepEqual(meant.of(1), [rule(3, 'a')]);
  meant.are(1, [rule(4)]);
  assert.deepEqual(meant.of(1), [rule(4)]);
  assert.deepEqual(meant.of(2), [rule(7, 'b')]);
  assert.equal(meant.of(3), undefined);
});

test('places alone say nothing any more after another edit of the file', () => {
  const meant = new MeantRows();
  meant.are(1, [rule(4)]);
  meant.are(2, [rule(7, 'b')]);
  meant.edited('c', 'runtime/container');
  assert.deepEqual(meant.of(1), [rule(4)]);
  meant.edited('c', 'runtime/host');
  assert.equal(meant.of(1), undefined);
  assert.deepEqual(meant.of(2), [rule(7, 'b')], 'found by its name');
});

test('only what keys may wait for is remembered', () => {
  const meant = new MeantRows();
  for (let selection = 0; selection < 50; selection++) {
    meant.are(selection, [rule(selection)]);
  }
  assert.equal(meant.of(0), undefined);
  assert.ok(meant.of(49));
});
