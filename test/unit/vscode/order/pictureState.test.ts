import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { isUnmoved, moveIndices, targetOf } from '../../../../src/core/policy/reorder.ts';
import { placeAt, placeBeside } from '../../../../src/vscode/order/picture/page/movePreview.ts';
import { columnWords, countWords } from '../../../../src/vscode/order/picture/page/pictureTexts.ts';
import {
  defaultChoices,
  PictureState,
  type Picture,
} from '../../../../src/vscode/order/picture/page/pictureState.ts';
import type { RuleMark, SentColumn } from '../../../../src/vscode/order/picture/pictureMessages.ts';

function picture(
  rules: readonly string[],
  columns: readonly string[],
  marks: readonly RuleMark[] = [],
  named: readonly (readonly number[])[] = [],
): Picture {
  return {
    kind: 'picture',
    version: 1,
    title: '',
    notes: [],
    lists: [],
    list: 'rules',
    rules: rules.map((name, place) => ({ name, mark: marks[place] ?? '', columns: named[place] ?? [] })),
    columns: columns.map((name) => ({ names: name.split('='), isKnown: true })),
    rest: '',
    isNetwork: false,
  };
}

function add(state: PictureState, cells: readonly SentColumn[]): void {
  state.learn({ kind: 'cells', version: 1, cells });
}

test('rules and collections are filtered by words of their names, the rest only stands below all rules', () => {
  const state = new PictureState(picture(['Team A', 'api', 'team b'], ['prod', 'dev=Prod too']), {
    ...defaultChoices,
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
    ...defaultChoices,
    columns: 'a',
    onlyMatching: true,
  });
  assert.deepEqual(state.rows, [0, 1, 2]);
  add(state, [
    [0, '.a.'],
    [1, 'a..'],
  ]);
  state.update();
  assert.deepEqual(state.rows, [1, 2]);
});

test('a question is about the active cell or the previewed move, and is asked when it is another one', () => {
  const state = new PictureState(picture(['one', 'two'], ['a']), { ...defaultChoices });
  const about = (rule: number) => ({ kind: 'about', version: 1, rule, column: undefined });
  assert.deepEqual(state.nextQuestion(), about(0));
  state.go(1, 0);
  assert.deepEqual(state.nextQuestion(), about(1));
  state.learn({ kind: 'about', version: 1, sentences: ['said'] });
  assert.deepEqual([state.nextQuestion(), state.sentences], [undefined, ['said']]);
  state.preview([1], 0);
  assert.deepEqual(state.nextQuestion(), { kind: 'preview', version: 1, rules: [1], to: 0 });
  assert.equal(state.nextQuestion(), undefined);
  state.cancelMove();
  assert.deepEqual(state.nextQuestion(), about(1));
});

test('where rules are looked for, collections without a mark of them step aside, and are counted', () => {
  const choices = { ...defaultChoices, rules: 'one' };
  const shown = picture(['one', 'other'], ['a', 'b', 'c'], [], [[2], [0]]);
  const state = new PictureState(shown, choices);
  assert.deepEqual(state.columns, [2], 'nothing is known yet but the names in the rule');
  add(state, [
    [0, '.a.'],
    [2, '-t.'],
  ]);
  state.update();
  assert.deepEqual([state.columns, countWords(state)], [[2], '1 of 2 rules, 1 of 3 collections']);
  add(state, [[1, '.s.']]);
  state.update();
  assert.deepEqual(state.columns, [2]);
  assert.equal(countWords(state), `1 of 2 rules, 1 of 3 collections. ${columnWords(shown).hidden}`);
  const next = new PictureState({ ...shown, version: 2 }, choices, state);
  assert.deepEqual(next.columns, [2], 'the file was edited: nothing jumps');
  assert.equal(countWords(next), '1 of 2 rules, 1 of 3 collections', 'not known yet');
  add(next, [[0, 'ta.']]);
  next.update();
  assert.deepEqual(next.columns, [0, 2]);
  next.preview([0], 1);
  next.learn({ ...emptyPreview, rules: [0], to: 1, cells: [[2, '.t.']] });
  next.update();
  assert.deepEqual(next.columns, [0, 2], 'a move is looked at');
  choices.columns = 'b';
  next.update();
  assert.deepEqual(next.columns, [1], 'somebody looks for it');
  choices.columns = '';
  choices.rules = '';
  next.move = undefined;
  next.update();
  assert.deepEqual(next.columns, [0, 1, 2]);
});

test('an overlap in theory counts as a match, but as a mark only while it is chosen', () => {
  const shown = picture(['one', 'other'], ['a', 'b'], [], [[1], [0]]);
  const state = new PictureState(shown, { ...defaultChoices });
  add(state, [[0, 'Sa.']]);
  assert.equal(countWords(state), '2 rules, 2 collections', 'not all columns are analyzed');
  add(state, [[1, 'aT.']]);
  assert.equal(countWords(state), '2 rules, 2 collections. 2 overlaps are only in theory.');
  assert.equal(state.firstMark(0), 1);
  state.choose({ rules: 'one' });
  state.update();
  assert.deepEqual(state.columns, [1]);
  assert.ok(countWords(state).endsWith(columnWords(shown).hiddenInTheory));
  state.choose({ theory: true });
  state.update();
  assert.deepEqual([state.columns, state.firstMark(0)], [[0, 1], 1]);
  state.choose({ rules: '', theory: false, columns: 'a', onlyMatching: true });
  state.update();
  assert.deepEqual(state.rows, [0, 1, 2], 'a rule that matches in theory is listed');
});

test('the first mark of a rule is where it names a collection, also before that is known, else where it has one', () => {
  const state = new PictureState(picture(['one'], ['a', 'b', 'c'], [], [[1, 2]]), { ...defaultChoices });
  assert.equal(state.firstMark(0), 1);
  add(state, [[0, 's.']]);
  assert.equal(state.firstMark(0), 1);
  add(state, [[1, '..']]);
  assert.equal(state.firstMark(0), 2);
  add(state, [[2, '..']]);
  assert.equal(state.firstMark(0), 0);
  assert.equal(state.firstMark(state.rest), undefined);
});

const emptyPreview = { kind: 'preview', version: 1, cells: [], sentences: [], isWeaker: false } as const;

/** How many rules there are, and some of them. */
const someOfList = fc.integer({ min: 1, max: 8 }).chain((length) =>
  fc.record({
    length: fc.constant(length),
    rules: fc
      .uniqueArray(fc.nat(length - 1), { minLength: 1 })
      .map((places) => places.toSorted((a, b) => a - b)),
  }),
);

function stateOf(length: number, more: Partial<typeof defaultChoices> = {}): PictureState {
  const names = Array.from({ length }, (_, place) => `r${place}`);
  return new PictureState(picture(names, ['a']), { ...defaultChoices, ...more });
}

test('a move that is looked at shows the order that it would make, and where each rule would stand', () => {
  fc.assert(
    fc.property(someOfList, fc.nat(9), ({ length, rules }, to) => {
      const state = stateOf(length);
      const isOther = state.preview(rules, to);
      const order = moveIndices(length, rules, targetOf(to, length, rules));
      assert.deepEqual(state.rows, [...order, length]);
      order.forEach((old, place) => assert.equal(state.placeNow(old), place));
      assert.equal(state.placeNow(length), length);
      assert.equal(state.move === undefined, isUnmoved(order));
      assert.equal(isOther, !isUnmoved(order));
      assert.equal(state.preview(rules, to), false, 'the same again');
      if (state.move) {
        assert.equal(state.placeNow(rules[0] ?? -1), state.move.to);
      }
    }),
  );
});

test('keys move rules as the commands of the tree do, one step after another, too', () => {
  const target = fc.constantFrom('up' as const, 'down' as const, 'top' as const, 'bottom' as const);
  fc.assert(
    fc.property(
      someOfList,
      fc.array(target, { minLength: 1, maxLength: 6 }),
      ({ length, rules }, targets) => {
        const state = stateOf(length);
        let now = [...Array(length).keys()];
        for (const each of targets) {
          assert.deepEqual(state.move ? state.movable : rules, rules);
          state.preview(rules, placeAt(state, rules, each));
          const places = rules.map((rule) => now.indexOf(rule)).toSorted((a, b) => a - b);
          now = moveIndices(length, places, targetOf(each, length, places)).map((place) => now[place] ?? -1);
          assert.deepEqual(state.rows, [...now, length]);
          if (!state.move) {
            return;
          }
        }
      },
    ),
  );
});

test('rules that are put beside a row stand next to it, also where others are hidden between', () => {
  fc.assert(
    fc.property(someOfList, fc.nat(8), fc.boolean(), ({ length, rules }, at, isBelow) => {
      const state = stateOf(length, { rules: 'r' });
      const row = at % length;
      state.preview(rules, placeBeside(state, rules, row, isBelow));
      if (!rules.includes(row)) {
        const beside = state.placeNow(row) + (isBelow ? 1 : -rules.length);
        assert.deepEqual(state.rows.slice(beside, beside + rules.length), rules);
      }
    }),
  );
  const state = new PictureState(picture(['a 1', 'b', 'c', 'a 2', 'a 3'], ['x']), {
    ...defaultChoices,
    rules: 'a',
  });
  assert.equal(placeAt(state, [3, 4], 'up'), 0);
  assert.equal(placeAt(state, [0], 'down'), 3);
  assert.equal(placeAt(state, [0], 'bottom'), 4);
});

test('a move is of what is selected, else of what is active, and while it is previewed of its rules', () => {
  const state = stateOf(4);
  const movableAt = (row: number): readonly number[] => {
    state.go(row, 0);
    return state.movable;
  };
  assert.deepEqual(movableAt(-1), []);
  assert.deepEqual(movableAt(4), [], 'what no rule takes');
  assert.deepEqual(movableAt(2), [2]);
  state.selection.select([3, 1]);
  assert.deepEqual(movableAt(0), [1, 3]);
  state.preview([1, 3], 0);
  state.selection.clear();
  assert.deepEqual(movableAt(3), [1, 3]);
});

test('the picture after a move follows each of its rules, also of several alike; after another edit nothing is selected', () => {
  const twins = picture(['a', 'same', 'b', 'same'], ['x']);
  const state = new PictureState(twins, { ...defaultChoices });
  state.selection.select([2, 3]);
  state.go(3, 1);
  state.preview([2, 3], 0);
  state.isMoving = true;
  const moved = { ...picture(['b', 'same', 'a', 'same'], ['x']), version: 2 };
  const after = new PictureState(moved, state.choices, state);
  assert.deepEqual([after.selection.rules, after.place], [[0, 1], { row: 1, column: 1 }]);
  const edited = new PictureState({ ...twins, version: 3 }, state.choices, after);
  assert.deepEqual([edited.selection.rules, edited.rule], [[], 1]);
});

test('a picture of the same rules keeps the selection and the move, also a move that was sent', () => {
  const rules = picture(['a', 'b', 'c'], ['x']);
  const state = new PictureState(rules, { ...defaultChoices });
  state.selection.select([1, 2]);
  state.go(1, 1);
  state.preview([1, 2], 0);
  state.isMoving = true;
  const analyzed = new PictureState({ ...rules, version: 2 }, state.choices, state);
  assert.deepEqual([analyzed.selection.rules, analyzed.rule], [[1, 2], 1]);
  assert.deepEqual([analyzed.move?.order, analyzed.isMoving], [[1, 2, 0], true]);
  const moved = new PictureState({ ...picture(['b', 'c', 'a'], ['x']), version: 3 }, state.choices, analyzed);
  assert.deepEqual([moved.selection.rules, moved.rule, moved.move], [[0, 1], 0, undefined]);
});

test('what a filter hides is not selected any more, but what is moved is not hidden', () => {
  const state = new PictureState(picture(['one', 'two', 'three', 'tone'], ['a']), { ...defaultChoices });
  state.selection.select([0, 1, 3]);
  state.choices.rules = 'one';
  state.update();
  assert.deepEqual(state.selection.rules, [0, 3]);
  state.preview([0, 3], 1);
  state.choices.rules = 'three';
  state.update();
  assert.deepEqual(state.rows, [0, 3, 2]);
  assert.deepEqual(state.selection.rules, [0, 3]);
});

test('what a move would change is marked, and what is said of a rule because of its old place is not', () => {
  const state = new PictureState(picture(['wide', 'dead', 'off'], ['a'], ['', 'shadowed-rule', 'disabled']), {
    ...defaultChoices,
  });
  add(state, [[0, 'at-.']]);
  assert.equal(state.markOf(1), 'shadowed-rule');
  state.preview([1], 0);
  assert.equal(state.stateOf(1, 0), undefined, 'not known yet');
  assert.equal(state.before(1, 0), undefined);
  const preview = {
    kind: 'preview',
    version: 1,
    cells: [[0, 'st-.']],
    sentences: [],
    isWeaker: false,
  } as const;
  state.learn({ ...preview, rules: [0], to: 2 });
  state.learn({ ...preview, rules: [1, 2], to: 0 });
  assert.equal(state.stateOf(1, 0), undefined, 'of another move');
  state.learn({ ...preview, rules: [1], to: 0 });
  assert.deepEqual([state.stateOf(1, 0), state.before(1, 0)], ['s', 't']);
  assert.deepEqual([state.stateOf(0, 0), state.before(0, 0)], ['t', 'a']);
  assert.equal(state.before(2, 0), undefined);
  assert.deepEqual([state.markOf(1), state.markOf(2)], ['', 'disabled']);
});

test('nothing is said because of its place of a rule that a move passes', () => {
  const marks = ['', 'shadowed-rule', 'shadowed-rule'] as const;
  const state = new PictureState(picture(['wide', 'dead', 'other'], ['a'], marks), { ...defaultChoices });
  state.preview([0], 1);
  assert.deepEqual([state.markOf(1), state.markOf(2)], ['', 'shadowed-rule']);
});
