import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptCollectionsNote } from '../../../../src/core/sync/planNotes.ts';
import { scopeSourceWords } from '../../../../src/vscode/workspace/scopeSourceWords.ts';

const now = new Date('2026-11-22T12:00:00Z');

test('where it comes from what collections name is said with its age, and with what failed', () => {
  const at = new Date('2026-11-01T11:00:00Z');
  const today = new Date('2026-11-22T09:00:00Z');
  assert.deepEqual(scopeSourceWords({ kind: 'console', at: today }, now), [
    `The collections were read from the console (${today.toLocaleTimeString()}).`,
  ]);
  assert.deepEqual(scopeSourceWords({ kind: 'console', at, consoleProblem: 'no route' }, now), [
    `The collections were read from the console (${at.toLocaleDateString()}, 21 days old).`,
    'They could not be read again: no route',
  ]);
  assert.deepEqual(scopeSourceWords({ kind: 'file', at, consoleProblem: 'forbidden' }, now), [
    `The collections are taken from collections.yaml (${at.toLocaleDateString()}, 21 days old): the console was not read.`,
    'They could not be read: forbidden',
  ]);
  assert.deepEqual(scopeSourceWords({ kind: 'nothing', fileProblem: 'it is no YAML' }, now), [
    'What the collections name is not known: the console was not read, and nothing is kept. Only their names count.',
    'What is kept cannot be read: it is no YAML',
  ]);
});

test('a plan that goes by the file says so, of when it is, and why', () => {
  assert.equal(
    keptCollectionsNote(new Date('2026-11-01T11:00:00Z'), undefined),
    'The collections are taken from collections.yaml, written 2026-11-01, as the console was not asked.',
  );
  assert.equal(
    keptCollectionsNote(undefined, 'Forbidden.'),
    'The collections are taken from collections.yaml, as the console did not say it: Forbidden.',
  );
});
