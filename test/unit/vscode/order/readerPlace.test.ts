import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultChoices, PictureState } from '../../../../src/vscode/order/picture/page/pictureState.ts';

function stateOf(rules: readonly string[], before?: PictureState): PictureState {
  const picture = {
    kind: 'picture',
    version: 1,
    title: '',
    notes: [],
    lists: [],
    list: 'rules',
    rules: rules.map((name) => ({ name, mark: '' as const, columns: [0] })),
    columns: [{ names: ['All'], isKnown: true }],
    rest: '',
    isNetwork: false,
  } as const;
  return new PictureState(picture, { ...defaultChoices }, before);
}

/** The row of the reader, who was at `row` of `before`. */
function rowIn(before: readonly string[], row: number, now: readonly string[]): number {
  const state = stateOf(before);
  state.go(row, 1);
  return stateOf(now, state).place.row;
}

test('a reader stays at the rule where rules come or go above it', () => {
  assert.equal(rowIn(['a', 'b'], 1, ['new', 'a', 'b']), 2);
  assert.equal(rowIn(['a', 'b'], 1, ['b']), 0);
  assert.equal(rowIn(['a', 'b', 'c'], 1, ['a', 'c']), 1, 'a rule that is gone');
  assert.equal(rowIn(['a', 'b'], 2, ['new', 'a', 'b']), 2, 'what no rule decides');
});

test('of rules that share a name the reader stays at the same one: the next key is about it', () => {
  assert.equal(rowIn(['a', 'same', 'same'], 2, ['new', 'a', 'same', 'same']), 3);
  assert.equal(rowIn(['a', 'same', 'b', 'same'], 3, ['new', 'a', 'same', 'b', 'same']), 4);
  assert.equal(rowIn(['same', 'same', 'b'], 1, ['same', 'b']), 1, 'a rule that is gone');
  assert.equal(rowIn(['', 'a', ''], 2, ['new', '', 'a', '']), 3);
});
