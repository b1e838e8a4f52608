import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  RuleSelection,
  selectionAfterEdit,
  selectionAfterMove,
} from '../../../../src/vscode/order/picture/page/ruleSelection.ts';

const named = (...names: readonly string[]) =>
  names.map((name) => ({ name, mark: '' as const, columns: [] }));

test('a range goes from where it began to another rule, over what is shown, and grows and shrinks', () => {
  const selection = new RuleSelection();
  const shown = [5, 0, 3, 4];
  selection.extend(shown, 0, 3);
  assert.deepEqual(selection.rules, [0, 3]);
  selection.extend(shown, 3, 4);
  assert.deepEqual(selection.rules, [0, 3, 4]);
  selection.extend(shown, 4, 5);
  assert.deepEqual(selection.rules, [0, 5], 'over the beginning to the other side');
  selection.extend(shown, 5, 0);
  assert.deepEqual([selection.rules, selection.size], [[], 0], 'one alone is only the active one');
  selection.extend(shown, 0, 3);
  assert.deepEqual(selection.rules, [0, 3], 'and the range still begins there');
});

test('single rules are selected and left out again, beginning with the active one', () => {
  const selection = new RuleSelection();
  assert.equal(selection.toggle(2, 6), 6);
  assert.deepEqual(selection.rules, [2, 6]);
  assert.equal(selection.toggle(6, 4), 4);
  assert.equal(selection.toggle(4, 6), 6);
  assert.deepEqual([selection.rules, selection.has(6)], [[2, 4], false]);
  assert.equal(selection.toggle(6, 4), 2, 'the one that is left is the active one');
  assert.deepEqual(selection.rules, []);
  assert.equal(selection.toggle(undefined, 1), 1);
  assert.equal(selection.toggle(1, 1), 1);
  assert.deepEqual(selection.rules, []);
});

test('a range goes on from what was selected last, alone', () => {
  const selection = new RuleSelection();
  selection.toggle(0, 2);
  selection.extend([0, 1, 2, 3, 4], 2, 4);
  assert.deepEqual(selection.rules, [2, 3, 4]);
});

test('what is not shown is not selected, and of two the other one neither', () => {
  const selection = new RuleSelection();
  selection.select([1, 2, 3]);
  selection.keep([0, 1, 3]);
  assert.deepEqual(selection.rules, [1, 3]);
  selection.keep([3]);
  assert.deepEqual(selection.rules, []);
});

test('rules are followed by their names: all of them, or none', () => {
  const before = named('a', 'b', 'c', 'd', 'd');
  assert.deepEqual(selectionAfterEdit([1, 2], before, named('c', 'new', 'b')), [2, 0]);
  assert.deepEqual(selectionAfterEdit([1, 2], before, named('c', 'new')), [], 'one is gone');
  assert.deepEqual(selectionAfterEdit([1, 2], before, named('c', 'b', 'b')), [], 'one is there twice');
  assert.deepEqual(selectionAfterEdit([2, 3], before, named('c', 'd')), [], 'one was there twice');
});

test('rules that were moved are where they were put, unless others are there by now', () => {
  const moved = {
    version: 1,
    rules: [
      [1, 'a'],
      [2, 'a'],
    ],
  } as const;
  assert.deepEqual(selectionAfterMove(moved, named('b', 'a', 'a')), [1, 2]);
  assert.equal(selectionAfterMove(moved, named('a', 'a', 'b')), undefined);
});
