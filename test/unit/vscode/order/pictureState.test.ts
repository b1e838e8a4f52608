import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'node:test';
import { isUnmoved, moveIndices, targetOf } from '../../../../src/core/policy/reorder.ts';
import { gridLayout } from '../../../../src/vscode/order/picture/page/gridLayout.ts';
import { AskedColumns } from '../../../../src/vscode/order/picture/page/askedColumns.ts';
import {
  activeText,
  countWords,
  rowTexts,
  textTitles,
} from '../../../../src/vscode/order/picture/page/pictureTexts.ts';
import {
  maxColumns,
  PictureState,
  defaultChoices,
  type Picture,
} from '../../../../src/vscode/order/picture/page/pictureState.ts';
import type { FromPage, RuleMark } from '../../../../src/vscode/order/picture/pictureMessages.ts';
import { pictureWords } from '../../../../src/vscode/order/picture/pictureWords.ts';

const words = pictureWords();

function picture(
  rules: readonly string[],
  columns: readonly string[],
  marks: readonly RuleMark[] = [],
  named: readonly (readonly number[])[] = [],
): Picture {
  return {
    kind: 'picture',
    again: ['console', 'vulnerability/images'],
    version: 1,
    title: '',
    notes: [],
    lists: [],
    list: 'rules',
    rules: rules.map((name, place) => ({ name, mark: marks[place] ?? '', columns: named[place] ?? [] })),
    columns: columns.map((name) => ({ names: name.split('='), isKnown: true })),
    rest: '',
    words,
  };
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
  state.add([
    [0, '.a.'],
    [1, 'a..'],
  ]);
  state.update();
  assert.deepEqual(state.rows, [1, 2]);
});

/** Two more than are looked at for words; the second rule names the last one. */
function manyColumns(choices: Partial<typeof defaultChoices>): PictureState {
  const names = Array.from({ length: maxColumns + 2 }, (_, at) => `c${at}`);
  const shown = picture(['one', 'two'], names, [], [[0], [maxColumns + 1]]);
  return new PictureState(shown, { ...defaultChoices, ...choices });
}

test('all collections are in the picture, however many they are', () => {
  const state = manyColumns({});
  assert.deepEqual([state.columns.length, state.more], [maxColumns + 2, 0]);
  assert.equal(countWords(state), '2 rules, 302 collections');
  assert.equal(state.isNarrow, false);
  state.choices.rules = 'one';
  state.choices.allColumns = true;
  state.update();
  assert.equal(state.isNarrow, false, 'too many to be worked out for a filter');
});

test('words are of the collections that a rule names and of many more, and say how many are left out', () => {
  const state = manyColumns({ asText: true });
  state.add(state.found.map((column) => [column, 'ata']));
  state.add([[maxColumns + 1, '.aa']]);
  assert.equal(state.more, 2);
  assert.equal(textTitles(state)[3], 'and 2 more: Enter shows them');
  assert.equal(rowTexts(state, 0)[3], 'and 2 more');
  assert.equal(activeText(state, 0, 4), 'and 2 more: Enter shows them');
  assert.deepEqual([rowTexts(state, 1)[0], rowTexts(state, 1)[3]], ['c301', 'and 1 more']);
  assert.match(
    countWords(state),
    /^2 of 2 rules, 300 of 302 collections. The other collections are not counted/,
  );
  state.choices.allColumns = true;
  state.update();
  assert.equal(state.more, 0);
  assert.equal(textTitles(state).length, 3);
  assert.match(rowTexts(state, 0)[0] ?? '', /c299, c300$/);
  assert.equal(countWords(state), '2 rules, 302 collections');
});

test('a rule is hidden only when it is known of all collections that it matches none of them', () => {
  const state = manyColumns({ onlyMatching: true });
  state.add(state.looked.map((column) => [column, 'a.a']));
  state.update();
  assert.deepEqual(state.rows, [0, 1, 2]);
  assert.match(
    countWords(state),
    /^2 of 2 rules, 300 of 302 collections. The other collections are not counted/,
  );
  state.add([
    [maxColumns, 'a.a'],
    [maxColumns + 1, 'a.a'],
  ]);
  state.update();
  assert.deepEqual(state.rows, [0, 2]);
});

test('cells are asked for in parts, the first that are needed first', () => {
  const state = manyColumns({ asText: true });
  const sent: FromPage[] = [];
  const asked = new AskedColumns((message) => sent.push(message));
  const columns = (): readonly number[] => sent.flatMap((one) => (one.kind === 'cells' ? one.columns : []));
  asked.need(state, [301, ...state.looked]);
  asked.need(state, [301, ...state.looked]);
  assert.deepEqual(columns().slice(0, 3), [301, 0, 1]);
  assert.equal(columns().length, 40);
  state.add([[301, 'aaa']]);
  asked.need(state, [301, ...state.looked]);
  assert.deepEqual(columns().slice(39), [38, 39]);
});

test('where all cells say which rules or columns are shown all are asked for, but of a move only what is seen', () => {
  for (const choices of [{ onlyMatching: true }, { rules: 'one' }]) {
    const state = new PictureState(picture(['one', 'two'], ['a', 'b', 'c']), {
      ...defaultChoices,
      ...choices,
    });
    const sent: FromPage[] = [];
    const asked = new AskedColumns((message) => sent.push(message));
    state.lookAt([0], 1);
    asked.need(state, [1]);
    assert.deepEqual(
      sent.map((one) => 'columns' in one && [one.kind, ...one.columns]),
      [
        ['cells', 1, 0, 2],
        ['preview', 1],
      ],
    );
  }
});

test('where rules are looked for, collections without a mark of them step aside, and are counted', () => {
  const choices = { ...defaultChoices, rules: 'one' };
  const shown = picture(['one', 'other'], ['a', 'b', 'c'], [], [[2], [0]]);
  const state = new PictureState(shown, choices);
  assert.deepEqual(state.columns, [0, 1, 2], 'nothing is known yet');
  state.add([
    [0, '.a.'],
    [2, '-t.'],
  ]);
  state.update();
  assert.deepEqual(state.columns, [1, 2]);
  state.add([[1, '.s.']]);
  state.update();
  assert.deepEqual(state.columns, [2]);
  assert.equal(
    countWords(state),
    '1 of 2 rules, 1 of 3 collections. The map marks these rules only in the collections shown here.',
  );
  const next = new PictureState({ ...shown, version: 2 }, choices, state);
  assert.deepEqual(next.columns, [2], 'the file was edited: nothing jumps');
  assert.equal(countWords(next), '1 of 2 rules, 1 of 3 collections', 'not known yet');
  next.add([[0, 'ta.']]);
  next.update();
  assert.deepEqual(next.columns, [0, 2]);
  next.lookAt([0], 1);
  next.add([[2, '.t.']]);
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
  choices.asText = true;
  choices.rules = 'one';
  next.update();
  assert.deepEqual(next.columns, [0, 1, 2], 'words name only what has a mark');
});

test('the first mark of a rule is where it names a collection, also before that is known, else where it has one', () => {
  const state = new PictureState(picture(['one'], ['a', 'b', 'c'], [], [[1, 2]]), { ...defaultChoices });
  assert.equal(state.firstMark(0), 1);
  state.add([[0, 's.']]);
  assert.equal(state.firstMark(0), 1);
  state.add([[1, '..']]);
  assert.equal(state.firstMark(0), 2);
  state.add([[2, '..']]);
  assert.equal(state.firstMark(0), 0);
  assert.equal(state.firstMark(state.rest), undefined);
});

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
      const isOther = state.lookAt(rules, to);
      const order = moveIndices(length, rules, targetOf(to, length, rules));
      assert.deepEqual(state.rows, [...order, length]);
      order.forEach((old, place) => assert.equal(state.placeNow(old), place));
      assert.equal(state.placeNow(length), length);
      assert.equal(state.move === undefined, isUnmoved(order));
      assert.equal(isOther, !isUnmoved(order));
      assert.equal(state.lookAt(rules, to), false, 'the same again');
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
          const meant = state.move ? state.meant(undefined) : rules;
          assert.deepEqual(meant, rules);
          state.lookAt(meant, state.placeAt(meant, each));
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
      state.lookAt(rules, state.placeBeside(rules, row, isBelow));
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
  assert.equal(state.placeAt([3, 4], 'up'), 0);
  assert.equal(state.placeAt([0], 'down'), 3);
  assert.equal(state.placeAt([0], 'bottom'), 4);
});

test('what is meant is what is selected, else what is active, and while a move is looked at its rules', () => {
  const state = stateOf(4);
  assert.deepEqual(state.meant(undefined), []);
  assert.deepEqual(state.meant(4), [], 'what no rule takes');
  assert.deepEqual(state.meant(2), [2]);
  state.selection.select([3, 1]);
  assert.deepEqual(state.meant(0), [1, 3]);
  state.lookAt([1, 3], 0);
  state.selection.clear();
  assert.deepEqual(state.meant(0), [1, 3]);
});

test('what a filter hides is not selected any more, but what is moved is not hidden', () => {
  const state = new PictureState(picture(['one', 'two', 'three', 'tone'], ['a']), { ...defaultChoices });
  state.selection.select([0, 1, 3]);
  state.choices.rules = 'one';
  state.update();
  assert.deepEqual(state.selection.rules, [0, 3]);
  state.lookAt([0, 3], 1);
  state.choices.rules = 'three';
  state.update();
  assert.deepEqual(state.rows, [0, 3, 2]);
  assert.deepEqual(state.selection.rules, [0, 3]);
});

test('what a move would change is marked, and what is said of a rule because of its old place is not', () => {
  const state = new PictureState(picture(['wide', 'dead', 'off'], ['a'], ['', 'shadowed-rule', 'disabled']), {
    ...defaultChoices,
  });
  state.add([[0, 'at-.']]);
  assert.equal(state.markOf(1), 'shadowed-rule');
  state.lookAt([1], 0);
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

test('of a rule that a move passes nothing is said because of its place until all of its cells are known', () => {
  const state = new PictureState(
    picture(['wide', 'dead', 'other'], ['a', 'b'], ['', 'shadowed-rule', 'shadowed-rule']),
    {
      ...defaultChoices,
    },
  );
  state.add([
    [0, 'att.'],
    [1, 'a.t.'],
  ]);
  state.lookAt([0], 1);
  const preview = { kind: 'preview', version: 1, rules: [0], to: 1, sentences: [], isWeaker: false } as const;
  assert.deepEqual(
    [state.markOf(1), state.markOf(2)],
    ['', 'shadowed-rule'],
    'one that is passed, and one that is not',
  );
  state.learn({ ...preview, cells: [[1, '.at.']] });
  assert.equal(state.markOf(1), '');
  state.learn({ ...preview, cells: [[0, 'att.']] });
  assert.equal(state.markOf(1), '', 'it decides now');
  state.learn({ ...preview, cells: [[0, 'tat.']] });
  assert.equal(state.markOf(1), 'shadowed-rule');
});

test('a row in words says the same as its marks', () => {
  const state = new PictureState(picture(['one'], ['a=b', 'c', 'd', 'e', 'f', 'g']), { ...defaultChoices });
  state.add(Array.from('ast.?').map((letter, column) => [column, `${letter}.`] as const));
  assert.deepEqual(rowTexts(state, 0), ['a = b, c (part)', 'd', 'f, g (analyzing)']);
  state.cells.delete(0);
  assert.deepEqual(rowTexts(state, 0), ['c (part)', 'd', 'f, 2 collections (analyzing)']);
});

test('what is active among the words is said in full: what stands in a cell with its title, and titles', () => {
  const state = new PictureState(picture(['one'], ['a=b', 'c']), { ...defaultChoices, asText: true });
  state.add([
    [0, 't.'],
    [1, 't.'],
  ]);
  assert.equal(activeText(state, 0, 2), 'Matches, but is shadowed: a = b, c');
  assert.equal(activeText(state, 0, 1), 'Applies to: –');
  assert.equal(activeText(state, undefined, 2), 'Matches, but is shadowed');
  assert.equal(activeText(state, 0, 0), undefined);
  state.choices.asText = false;
  assert.equal(activeText(state, 0, 2), undefined);
});

test('names of collections have the height that they need, as far as rules leave it free', () => {
  const long = 'a-name-of-a-collection-that-is-rather-long';
  const state = new PictureState(picture(['one'], ['short', long]), { ...defaultChoices });
  const measure = (text: string): number => text.length * 10;
  const headIn = (clientHeight: number): number =>
    gridLayout(state, { clientWidth: 800, clientHeight }, measure).head;
  assert.ok(headIn(800) >= long.length * 10 + 10);
  assert.ok(headIn(400) <= 240, 'rows are to be seen');
  state.choices.columns = 'short';
  state.update();
  assert.ok(headIn(800) < 80);
  state.choices.asText = true;
  assert.ok(
    gridLayout(state, { clientWidth: 800, clientHeight: 400 }, measure).head > 40,
    'titles in two lines',
  );
  assert.ok(gridLayout(state, { clientWidth: 2000, clientHeight: 400 }, measure).head < 40);
});
