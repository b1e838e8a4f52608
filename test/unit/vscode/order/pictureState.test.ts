import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { moveIndices, targetOf } from '../../../../src/core/policy/reorder.ts';
import { rowTexts } from '../../../../src/vscode/order/picture/page/rowTexts.ts';
import {
  mostColumns,
  PictureState,
  usualChoices,
  type Picture,
} from '../../../../src/vscode/order/picture/page/pictureState.ts';
import type { RuleMark } from '../../../../src/vscode/order/picture/pictureMessages.ts';
import { pictureWords } from '../../../../src/vscode/order/picture/pictureWords.ts';

const words = pictureWords({ t: (text: unknown): string => String(text) });

function picture(
  rules: readonly string[],
  columns: readonly string[],
  marks: readonly RuleMark[] = [],
): Picture {
  return {
    kind: 'picture',
    again: ['console', 'vulnerability/images'],
    version: 1,
    title: '',
    notes: [],
    lists: [],
    list: 'rules',
    rules: rules.map((name, place) => ({ name, mark: marks[place] ?? '' })),
    columns: columns.map((name) => ({ names: name.split('='), isKnown: true })),
    rest: '',
    words,
  };
}

test('rules and collections are filtered by words of their names, the rest only stands below all rules', () => {
  const state = new PictureState(picture(['Team A', 'api', 'team b'], ['prod', 'dev=Prod too']), {
    ...usualChoices,
  });
  assert.deepEqual(state.rows, [0, 1, 2, 3]);
  state.choices.rules = 'TEAM b';
  state.choices.columns = 'prod';
  state.update();
  assert.deepEqual([state.rows, state.columns], [[2], [0, 1]]);
  state.choices.columns = 'too';
  state.update();
  assert.deepEqual(state.columns, [1]);
});

test('rules that match none of the collections that are shown are hidden, unless that is not known yet', () => {
  const state = new PictureState(picture(['one', 'other'], ['a', 'b']), {
    ...usualChoices,
    columns: 'a',
    onlyMatching: true,
  });
  assert.deepEqual(state.rows, [0, 1, 2]);
  state.add([
    [0, '.a.'],
    [1, 'a..'],
  ]);
  state.update();
  assert.deepEqual(state.rows, [1, 2]);
});

test('of many collections some are only counted until they are asked for', () => {
  const names = Array.from({ length: 100 }, (_, at) => `c${at}`);
  const state = new PictureState(picture(['one'], names), { ...usualChoices });
  assert.deepEqual([state.columns.length, state.more], [mostColumns, 100 - mostColumns]);
  state.choices.allColumns = true;
  state.update();
  assert.deepEqual([state.columns.length, state.more], [100, 0]);
});

test('a move that is looked at shows the order that it would make, and where each rule would stand', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(7), fc.nat(9), (length, from, to) => {
      const rule = from % length;
      const names = Array.from({ length }, (_, place) => `r${place}`);
      const state = new PictureState(picture(names, ['a']), { ...usualChoices });
      state.lookAt(rule, to);
      const order = moveIndices(length, [rule], targetOf(Math.min(to, length - 1), length, [rule]));
      assert.deepEqual(state.rows, [...order, length]);
      order.forEach((old, place) => assert.equal(state.placeNow(old), place));
      assert.equal(state.placeNow(length), length);
      assert.equal(state.move === undefined, Math.min(to, length - 1) === rule);
    }),
  );
});

test('what a move would change is marked, and what is said of a rule because of its old place is not', () => {
  const state = new PictureState(picture(['wide', 'dead', 'off'], ['a'], ['', 'dead', 'disabled']), {
    ...usualChoices,
  });
  state.add([[0, 'at-.']]);
  assert.equal(state.markOf(1), 'dead');
  state.lookAt(1, 0);
  assert.equal(state.stateOf(1, 0), undefined, 'not known yet');
  assert.equal(state.before(1, 0), undefined);
  const preview = {
    kind: 'preview',
    version: 1,
    cells: [[0, 'st-.']],
    sentences: [],
    isMilder: false,
  } as const;
  state.learn({ ...preview, rule: 0, to: 2 });
  assert.equal(state.stateOf(1, 0), undefined, 'of another move');
  state.learn({ ...preview, rule: 1, to: 0 });
  assert.deepEqual([state.stateOf(1, 0), state.before(1, 0)], ['s', 't']);
  assert.deepEqual([state.stateOf(0, 0), state.before(0, 0)], ['t', 'a']);
  assert.equal(state.before(2, 0), undefined);
  assert.deepEqual([state.markOf(1), state.markOf(2)], ['', 'disabled']);
});

test('a row in words says the same as its marks', () => {
  const state = new PictureState(picture(['one'], ['a=b', 'c', 'd', 'e', 'f', 'g']), { ...usualChoices });
  state.add(Array.from('ast.?').map((letter, column) => [column, `${letter}.`] as const));
  assert.deepEqual(rowTexts(state, 0), ['a = b, c (part)', 'd', 'f, g']);
});
