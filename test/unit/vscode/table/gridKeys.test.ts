import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeAfterKey } from '../../../../src/vscode/table/page/gridKeys.ts';

const modifiers = { Alt: 'altKey', Control: 'ctrlKey', Meta: 'metaKey', Shift: 'shiftKey' } as const;

/** Where keys lead from row 3 of 0 to 9: the row, the column, and whether they extend. */
function leads(keys: string): readonly unknown[] | undefined {
  const parts = keys.split(' ');
  const key = parts.pop() ?? '';
  const event = { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  for (const name of parts) {
    event[modifiers[name as keyof typeof modifiers]] = true;
  }
  const next = placeAfterKey(event, { row: 3, column: 2 }, { last: 9, page: 4 });
  return next && [next.row, next.column, next.isExtending];
}

test('arrows go by one, with Ctrl or Cmd to the ends, and Shift extends', () => {
  assert.deepEqual(['ArrowUp', 'ArrowDown', 'PageDown', 'Shift ArrowLeft'].map(leads), [
    [2, 2, false],
    [4, 2, false],
    [7, 2, false],
    [3, 1, false],
  ]);
  assert.deepEqual(['Shift ArrowUp', 'Shift ArrowDown', 'Shift PageUp', 'Shift PageDown'].map(leads), [
    [2, 2, true],
    [4, 2, true],
    [0, 2, true],
    [7, 2, true],
  ]);
  assert.deepEqual(['Control Shift ArrowUp', 'Meta Shift ArrowDown', 'Control ArrowUp'].map(leads), [
    [0, 2, true],
    [9, 2, true],
    [0, 2, false],
  ]);
});

test('a key that leads nowhere is left to others', () => {
  assert.deepEqual(
    ['x', 'Alt ArrowUp', 'Alt Home', 'Control Enter', 'toString', 'Shift toString'].filter(leads),
    [],
  );
});
