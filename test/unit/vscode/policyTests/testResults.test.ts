import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestItem, TestRunRequest } from 'vscode';
import type { Ran, RanTest } from '../../../../src/vscode/policyTests/testResults.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { isNewRun, isRequested, whyNotLines } =
  await import('../../../../src/vscode/policyTests/testResults.ts');

const passed = { kind: 'result', result: { outcome: 'passed' } } as unknown as Ran;
const failed = { kind: 'result', result: { outcome: 'failed' } } as unknown as Ran;
const noFile = { kind: 'no-file' } as unknown as Ran;
const ran = (file: string, index: number, result: Ran): RanTest =>
  ({ testFile: { uri: file }, name: `test ${index}`, index, ran: result }) as unknown as RanTest;

test('a run is shown when a result is new', () => {
  const old = [ran('a', 0, passed), ran('a', 1, passed), ran('b', 0, passed)];
  const last = { tests: old, isOutdated: false };
  assert.equal(isNewRun(undefined, old), true);
  assert.equal(isNewRun(last, [...old]), false);
  assert.equal(isNewRun(last, [...old, ran('a', 2, failed)]), true);
  assert.equal(isNewRun(last, [old[0]!, ran('a', 1, failed), old[2]!]), true);
});

test('a missing policy file is shown only where it had results', () => {
  const gone = [ran('a', 0, noFile)];
  assert.equal(isNewRun(undefined, gone), false);
  assert.equal(isNewRun({ tests: [ran('a', 0, passed)], isOutdated: false }, gone), true);
  assert.equal(isNewRun({ tests: gone, isOutdated: false }, gone), false);
});

test('results that were withdrawn because the text changed are shown again, also where they are the same', () => {
  const old = [ran('a', 0, passed), ran('a', 1, failed)];
  assert.equal(isNewRun({ tests: old, isOutdated: true }, old), true);
});

test('what is not known is said once, in sentences', () => {
  const unknown = (actual: string): Ran =>
    ({ kind: 'result', result: { outcome: 'unknown', expected: '"a" applies', actual } }) as unknown as Ran;
  assert.deepEqual(whyNotLines(unknown('one of these applies: "a" (#1) or "b" (#2)')), [
    'Unknown. Expected: "a" applies. One of these applies: "a" (#1) or "b" (#2)',
  ]);
  assert.deepEqual(whyNotLines(unknown('no rule applies')), [
    'Unknown. Expected: "a" applies. No rule applies',
  ]);
});

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
