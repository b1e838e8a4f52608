import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  type Cells,
  cellText,
  cellTitle,
  csvOf,
  jsonOf,
  lineText,
  passes,
  readFilter,
  sortedPlaces,
  tabbedOf,
} from '../../../../src/vscode/table/tableRows.ts';
import { severityOrder } from '../../../../src/core/posture/setting.ts';
import type { TableCell } from '../../../../src/vscode/table/tableContent.ts';

const cell = fc.oneof(fc.constant(null), fc.string(), fc.integer(), fc.boolean());
const columns = [
  { key: 'name', title: 'Name' },
  { key: 'found', title: 'Findings', kind: 'number' },
] as const;

function sorted(cells: readonly TableCell[], descending = false): readonly TableCell[] {
  const rows: Cells[] = cells.map((value) => [value]);
  const places = rows.map((_, place) => place);
  return sortedPlaces(rows, places, { column: 0, descending }).map((place) => cells[place] ?? null);
}

test('numbers are sorted by value, texts as people do, empty cells last either way', () => {
  assert.deepEqual(sorted([10, 9, null, 100]), [9, 10, 100, null]);
  assert.deepEqual(sorted([10, 9, null, 100], true), [100, 10, 9, null]);
  assert.deepEqual(sorted(['node-10', 'Node-9', '', 'api']), ['api', 'Node-9', 'node-10', '']);
});

test('rows that are equal stay as they came, in both directions', () => {
  const rows: Cells[] = [
    ['b', 1],
    ['a', 2],
    ['b', 3],
    ['a', 4],
  ];
  assert.deepEqual(sortedPlaces(rows, [0, 1, 2, 3], { column: 0, descending: false }), [1, 3, 0, 2]);
  assert.deepEqual(sortedPlaces(rows, [0, 1, 2, 3], { column: 0, descending: true }), [0, 2, 1, 3]);
  assert.deepEqual(sortedPlaces(rows, [3, 1], undefined), [3, 1]);
});

test('sorting loses no row and makes none up', () => {
  fc.assert(
    fc.property(fc.array(cell), fc.boolean(), (cells, descending) => {
      const rows: Cells[] = cells.map((value) => [value]);
      const places = rows.map((_, place) => place);
      const order = sortedPlaces(rows, places, { column: 0, descending });
      assert.deepEqual(
        [...order].sort((a, b) => a - b),
        places,
      );
    }),
  );
});

test('a filter has words, words that must not be there, and words for one column', () => {
  const found = (typed: string, name: string, count: string): boolean =>
    passes([name, count], readFilter(typed, columns));
  assert.equal(found('web prod', 'prod-web', '1'), true);
  assert.equal(found('web -prod', 'prod-web', '1'), false);
  assert.equal(found('name:web', 'web', '1'), true);
  assert.equal(found('find:12', 'web12', '3'), false);
  assert.equal(found('FIND:12', 'web', '12'), true);
  assert.equal(found('-name:web', 'web', '12'), false);
  assert.equal(found('"two words"', 'has two words in it', ''), true);
  assert.equal(found('"two words"', 'two, words', ''), false);
  assert.equal(found('', 'anything', ''), true);
});

test('a colon that names no column belongs to the word', () => {
  assert.deepEqual(readFilter('registry:5000', columns), [
    { text: 'registry:5000', not: false, unknownColumn: 'registry' },
  ]);
  assert.deepEqual(readFilter('-sha256:ab', columns), [
    { text: 'sha256:ab', not: true, unknownColumn: 'sha256' },
  ]);
  const named = [...columns, { key: 'count', title: 'Number of subnets' }];
  assert.deepEqual(readFilter('-"number of subnets":2 x', named), [
    { text: '2', not: true, column: 2 },
    { text: 'x', not: false },
  ]);
  assert.deepEqual(readFilter('"no such":"a b"', named), [
    { text: 'no such:a b', not: false, unknownColumn: 'no such' },
  ]);
});

test('a column with an empty word finds its empty cells', () => {
  const found = (typed: string, name: string, count: string): boolean =>
    passes([name, count], readFilter(typed, columns));
  assert.equal(found('name:""', '', '1'), true);
  assert.equal(found('name:""', 'web', '1'), false);
  assert.equal(found('-name:""', 'web', '1'), true);
});

test('reading a filter never fails, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (typed, text) => {
      assert.equal(typeof passes([text.toLowerCase(), ''], readFilter(typed, columns)), 'boolean');
    }),
  );
});

test('CSV quotes what needs quotes and runs no formula', () => {
  const rows = [
    { name: 'plain', found: 3 },
    { name: 'a,"b"\nc', found: -1 },
    { name: '=HYPERLINK("x")', found: null },
  ];
  assert.equal(
    csvOf(columns, rows),
    'Name,Findings\r\nplain,3\r\n"a,""b""\nc",-1\r\n"\'=HYPERLINK(""x"")",\r\n',
  );
});

test('no cell of a file is a formula where a spreadsheet parts cells at semicolons, tabs or line ends', () => {
  const formula = "=1+cmd|' /C calc'!A1";
  for (const before of [';', '; ', ';"', ';;', '\t', '\n', '\r\n "', 'x;\u200b', 'a;b\n']) {
    const csv = csvOf([columns[1], columns[0]], [{ found: 1, name: `x${before}${formula}` }]);
    for (const apart of [/[;\r\n]/, /[\t\r\n]/]) {
      for (const cell of csv.split(apart)) {
        assert.doesNotMatch(cell, /^["\s\p{Cc}\p{Cf}]*[=+\-@]/u, JSON.stringify(before));
      }
    }
  }
  assert.equal(csvOf([columns[0]], [{ name: 'a; b - c' }]), 'Name\r\n"a; b - c"\r\n');
  assert.equal(csvOf([columns[0]], [{ name: '\n'.repeat(200_000) }]).length, 200_011);
});

test('JSON has the members of the chosen columns', () => {
  const text = jsonOf([columns[1]], [{ name: 'x', found: 2 }, { name: 'y' }]);
  assert.deepEqual(JSON.parse(text), [{ found: 2 }, { found: null }]);
});

test('what is copied stays in its cells', () => {
  assert.equal(tabbedOf(columns, [{ name: 'a\tb\r\nc', found: 1 }, { name: 'd' }]), 'a b c\t1\nd\t');
});

test('no cell is a formula, in a file or on the clipboard', () => {
  for (const begin of ['=', '+', '-', '@', '\t=', '\r=', ' =', '\u200b=', '\uff1d', '\n@']) {
    const name = `${begin}1+cmd|' /C calc'!A1`;
    const [, csv = ''] = csvOf([columns[0]], [{ name }]).split(/^Name\r\n/);
    assert.match(csv, /^"?'/, JSON.stringify(begin));
    assert.match(tabbedOf(columns, [{ name, found: -1 }]), /^'[^\t]*\t-1$/, JSON.stringify(begin));
  }
  assert.equal(tabbedOf(columns, [{ name: 'ci-images', found: 1 }]), 'ci-images\t1');
});

test('cells are shown as people read them', () => {
  assert.equal(cellText('boolean', false), 'no');
  assert.equal(cellText('text', null), '');
  assert.equal(cellText('number', 0), '0');
  assert.equal(cellText('date', '0001-01-01T00:00:00Z'), '');
  assert.equal(cellText('date', 'soon'), 'soon');
  assert.match(cellText('date', '2026-10-01T04:00:00Z'), /^2026-\d\d-\d\d \d\d:\d\d$/);
});

test('severities are sorted by what they mean, not by the alphabet', () => {
  const words = ['low', 'critical', '', 'Medium', 'high', 'none of these', 'low'];
  const rows: Cells[] = words.map((word) => [word]);
  const places = rows.map((_, place) => place);
  const by = (descending: boolean): (string | undefined)[] =>
    sortedPlaces(rows, places, { column: 0, descending }, severityOrder).map((place) => words[place]);
  assert.deepEqual(by(false), ['none of these', 'low', 'low', 'Medium', 'high', 'critical', '']);
  assert.deepEqual(by(true), ['critical', 'high', 'Medium', 'low', 'low', 'none of these', '']);
});

test('a cell with line breaks shows that there is more, and the pointer shows all of it', () => {
  assert.equal(lineText('first\r\n  second\n\nfourth\n'), 'first ⏎ second ⏎  ⏎ fourth');
  assert.equal(cellTitle('text', 'a\nb'), 'a\nb');
  assert.equal(cellTitle('text', 'short'), undefined);
});

test('the pointer says in which zone a time is', () => {
  assert.match(
    cellTitle('date', '2026-10-01T04:00:00Z') ?? '',
    /^2026-\d\d-\d\d \d\d:\d\d:00 UTC[+-]\d\d:\d\d$/,
  );
  assert.equal(cellTitle('date', '0001-01-01T00:00:00Z'), undefined);
});
