import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestItem, TestRunRequest } from 'vscode';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { isRequested } = await import('../../../../src/vscode/policyTests/testRows.ts');

const file = { id: 'file' } as TestItem;
const row = { id: 'file#a', parent: file } as TestItem;
const other = { id: 'file#b', parent: file } as TestItem;

const isIn = (request: Partial<TestRunRequest>): boolean => isRequested(row, request as TestRunRequest);

test('a request includes a test by its own row, by the row of its file, or as one of all', () => {
  assert.deepEqual([{}, { include: [row] }, { include: [file] }].map(isIn), [true, true, true]);
  assert.equal(isIn({ include: [other] }), false);
});

test('a request leaves out hidden tests and the tests of hidden files', () => {
  assert.deepEqual([{ exclude: [row] }, { exclude: [file] }].map(isIn), [false, false]);
  assert.equal(isIn({ include: [file], exclude: [other] }), true);
});
