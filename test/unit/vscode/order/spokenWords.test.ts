import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  columnWords,
  countWords,
  endWords,
  notMovedWords,
  moveWords,
  selectionWords,
} from '../../../../src/vscode/order/picture/page/pictureTexts.ts';
import {
  defaultChoices,
  PictureState,
  type Picture,
} from '../../../../src/vscode/order/picture/page/pictureState.ts';

const state = (): PictureState =>
  new PictureState(
    {
      kind: 'picture',
      version: 1,
      title: '',
      notes: [],
      lists: [],
      list: 'rules',
      rules: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, mark: '', columns: [] })),
      columns: [],
      rest: '',
      isNetwork: false,
    },
    { ...defaultChoices },
  );

test('a move is said with what is moved and where it goes, of many rules the first ones', () => {
  const one = state();
  one.preview([2], 0);
  assert.equal(moveWords(one), '"c" from position 3 to 1.');
  const two = state();
  two.preview([1, 3], 4);
  assert.equal(moveWords(two), '2 rules to positions 5 to 6: "b", "d".');
  const five = state();
  five.preview([0, 2, 3, 4, 5], 0);
  five.learn({
    kind: 'preview',
    version: 1,
    rules: [0, 2, 3, 4, 5],
    to: 0,
    cells: [],
    sentences: ['Nothing.'],
    isWeaker: false,
  });
  assert.equal(
    moveWords(five),
    '5 rules to positions 1 to 5: "a", "c", "d" and 2 more. Nothing. Enter moves, Escape cancels.',
  );
  assert.equal(notMovedWords(five, [2]), 'Not moved: "c".');
  assert.equal(notMovedWords(five, [2, 3]), 'Not moved: 2 rules.');
});

test('a key that moves nothing says that the rule stands at the end already', () => {
  const all = state();
  assert.equal(endWords(all, [0], true), 'Already at the top: "a".');
  assert.equal(endWords(all, [5], false), 'Already at the bottom: "f".');
  assert.equal(endWords(all, [0, 1], true), 'Already at the top: 2 rules.');
  assert.equal(endWords(all, [4, 5], false), 'Already at the bottom: 2 rules.');
  const some = new PictureState(all.picture, { ...defaultChoices, rules: 'c' });
  assert.equal(endWords(some, [2], true), 'The filter shows no rule above it.');
  assert.equal(endWords(some, [2], false), 'The filter shows no rule below it.');
});

test('one rule and one collection are one', () => {
  assert.equal(countWords(state()), '6 rules, 0 collections');
  const { picture } = state();
  const one = { ...picture, rules: picture.rules.slice(0, 1), columns: [{ names: ['All'], isKnown: true }] };
  assert.equal(countWords(new PictureState(one, { ...defaultChoices })), '1 rule, 1 collection');
});

test('how many rules are selected is said, when there are several', () => {
  const some = state();
  assert.equal(selectionWords(some), '');
  some.selection.select([1, 4]);
  assert.equal(selectionWords(some), '2 rules selected');
});

test('columns of the network are connections, all others collections', () => {
  const shown = (isNetwork: boolean): Picture => ({
    ...state().picture,
    columns: [{ names: ['a \u2192 b : 443'], isKnown: true }],
    isNetwork,
  });
  const count = (isNetwork: boolean): string =>
    countWords(new PictureState(shown(isNetwork), { ...defaultChoices }));
  assert.deepEqual([true, false].map(count), ['6 rules, 1 connection', '6 rules, 1 collection']);
  const { count: words, countOf, ...all } = columnWords(shown(true));
  assert.doesNotMatch(JSON.stringify([all, words(2), countOf(1, 2, 3, 4)]), /collection/i);
});
