import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RuleSelection } from '../../../../src/vscode/order/picture/page/movePreview.ts';

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
