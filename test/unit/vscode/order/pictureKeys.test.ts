import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyedAction } from '../../../../src/vscode/order/picture/page/pictureKeys.ts';

const modifiers = { Alt: 'altKey', Control: 'ctrlKey', Meta: 'metaKey', Shift: 'shiftKey' } as const;

/** What keys at row 3 of 0 to 9 do, in words. */
function does(keys: string): string {
  const parts = keys.split(' ');
  const key = parts.pop() ?? '';
  const event = { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  for (const name of parts) {
    event[modifiers[name as keyof typeof modifiers]] = true;
  }
  let said = '';
  const says =
    (what: string) =>
    (...values: readonly unknown[]): void => {
      said = [what, ...values].join(' ');
    };
  keyedAction(
    event,
    { row: 3, column: 2, last: 9, page: 4 },
    {
      go: says('go'),
      extend: says('extend'),
      step: says('step'),
      enter: says('enter'),
      cancel: says('cancel'),
      undo: says('undo'),
      filter: says('filter'),
      zoom: says('zoom'),
    },
  )?.();
  return said;
}

test('Alt moves, Shift selects, with Ctrl or Cmd to the ends, and alone the same keys only go', () => {
  assert.deepEqual(['Alt ArrowUp', 'Alt ArrowDown', 'Alt Home', 'Alt End', 'Alt Shift ArrowUp'].map(does), [
    'step up',
    'step down',
    'step top',
    'step bottom',
    'step up',
  ]);
  assert.deepEqual(['Shift ArrowUp', 'Shift ArrowDown', 'Shift PageUp', 'Shift PageDown'].map(does), [
    'extend 2',
    'extend 4',
    'extend 0',
    'extend 7',
  ]);
  assert.deepEqual(
    ['Control Shift ArrowUp', 'Meta Shift ArrowDown', 'Control ArrowUp', 'Meta ArrowDown'].map(does),
    ['extend 0', 'extend 9', 'go 0 2', 'go 9 2'],
  );
  assert.deepEqual(['ArrowUp', 'ArrowDown', 'PageDown'].map(does), ['go 2 2', 'go 4 2', 'go 7 2']);
});

test('a sign that needs Shift is still that sign, and a key that means nothing here is left to others', () => {
  assert.deepEqual(['Shift +', 'Shift /', 'Escape', 'Control z'].map(does), [
    'zoom 1',
    'filter',
    'cancel',
    'undo',
  ]);
  assert.deepEqual(['x', 'Shift ArrowLeft', 'Control Enter', 'toString', 'Shift toString'].map(does), [
    '',
    'go 3 1',
    '',
    '',
    '',
  ]);
});
