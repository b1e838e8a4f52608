import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptCollectionsNote } from '../../../../src/core/sync/planFacts.ts';
import { scopeSourceWords } from '../../../../src/vscode/workspace/scopeSourceWords.ts';

const now = new Date('2026-11-22T12:00:00Z');

test('where it comes from what collections name is said with its age, and with what failed', () => {
  const at = new Date('2026-11-01T11:00:00Z');
  const today = new Date('2026-11-22T09:00:00Z');
  assert.deepEqual(scopeSourceWords({ kind: 'console', at: today }, now), [
    `Collections: from the console (${today.toLocaleTimeString()}).`,
  ]);
  assert.deepEqual(scopeSourceWords({ kind: 'console', at, consoleProblem: 'no route' }, now), [
    `Collections: from the console (${at.toLocaleDateString()}, 21 days old).`,
    'Could not read the collections again: no route',
  ]);
  assert.deepEqual(scopeSourceWords({ kind: 'file', at, consoleProblem: 'forbidden' }, now), [
    `Collections: from collections.yaml (${at.toLocaleDateString()}, 21 days old). The console was not queried.`,
    'Could not read the collections: forbidden',
  ]);
  assert.deepEqual(scopeSourceWords({ kind: 'nothing', fileProblem: 'it is no YAML' }, now), [
    'The contents of the collections are unknown: the console was not read, and there is no collections.yaml. Rules are compared by the names of their collections.',
    'Could not read the saved data: it is no YAML',
  ]);
});

test('a plan that goes by the file says so, of when it is, and why', () => {
  assert.equal(
    keptCollectionsNote(new Date('2026-11-01T11:00:00Z'), undefined),
    'Collections: from collections.yaml, written 2026-11-01. The console was not queried.',
  );
  assert.equal(
    keptCollectionsNote(undefined, 'Forbidden.'),
    'Collections: from collections.yaml. The console could not be read: Forbidden.',
  );
  assert.equal(
    keptCollectionsNote(new Date('2026-11-01T11:00:00Z'), 'Forbidden.', 'console'),
    'Collections: from the console, read at 2026-11-01T11:00:00.000Z. The console could not be read: Forbidden.',
  );
});
