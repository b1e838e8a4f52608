import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorPlace } from '../../../../src/core/assist/completion/cursorPlace.ts';

/** `|` is the cursor. The lines of Windows are the same lines. */
function at(text: string) {
  const place = cursorPlace(text.replace('|', ''), text.indexOf('|'), 'yaml');
  const windows = text.replaceAll('\n', '\r\n');
  const there = cursorPlace(windows.replace('|', ''), windows.indexOf('|'), 'yaml');
  const unix = (offset: number): number =>
    offset - (windows.replace('|', '').slice(0, offset).match(/\r/g)?.length ?? 0);
  assert.deepEqual(there && { ...there, start: unix(there.start), end: unix(there.end) }, place);
  if (there) {
    assert.ok(
      !windows.replace('|', '').slice(there.start, there.end).includes('\r'),
      'a line end is replaced',
    );
  }
  return place;
}

const rule = `  - name: a
    collections:
      - name: All
    alertThreshold:
      value: 4
      |
    condition:
      vulnerabilities:
      - id: 41
        block: true
`;

const cases: readonly [
  what: string,
  text: string,
  path: readonly (string | number)[],
  want: 'key' | 'value',
][] = [
  ['a key of the document', 'policyType: x\n|', [], 'key'],
  ['a key of a rule', '  - name: a\n    |', [0], 'key'],
  ['a key that is half written', '  - name: a\n    dis|', [0], 'key'],
  ['the first key of a rule', '  - |', [0], 'key'],
  ['a key of an object in a rule', rule, [0, 'alertThreshold'], 'key'],
  ['a value', '  - name: a\n    disabled: |', [0, 'disabled'], 'value'],
  ['a value that is half written', '  - effect: al|', [0, 'effect'], 'value'],
  ['a value in a list', '  - collections:\n      - name: |', [0, 'collections', 0, 'name'], 'value'],
  [
    'a list in the column of its key',
    '  - condition:\n      vulnerabilities:\n      - |',
    [0, 'condition', 'vulnerabilities', 0],
    'key',
  ],
  ['above comments', '  - a: 1\n    |\n# no\n    # none\n    b: 2\n', [0], 'key'],
  ['a value in a quote that stays open', '  - name: "a|b\n    disabled: true\n', [0, 'name'], 'value'],
  ['below comments and blank lines', '  - condition:\n\n# no\n      |', [0, 'condition'], 'key'],
  ['a value in quotes', '  - name: "a b|"', [0, 'name'], 'value'],
  ['a value of several words', '  - name: a b|', [0, 'name'], 'value'],
  ['a key between brackets that are not closed', '  - {name: a, |', [0], 'key'],
  ['below brackets that are not closed', '  - tags: [a, b\n    |\n    effect: b\n', [0], 'key'],
  ['a line of a text', '  - notes: >\n      one\n      tw|\n    effect: b\n', [0, 'notes'], 'value'],
  ['a list in a list', '  - a:\n      - - b:\n            |', [0, 'a', 0, 0, 'b'], 'key'],
];

for (const [what, text, path, want] of cases) {
  test(what, () => {
    const place = at(text);
    assert.deepEqual(place && { path: place.path, want: place.want }, { path, want });
  });
}

test('nothing is proposed in comments and in columns in which no key can begin', () => {
  for (const text of [
    '  # dis|',
    '  - name: a # dis|',
    rule.replace('      |', '     |'),
    '  - name: a\n |',
  ]) {
    assert.equal(at(text), undefined, text);
  }
});

test('what is written already is replaced as a whole', () => {
  const text = '  - dis|abled: true';
  const place = at(text);
  assert.equal(text.replace('|', '').slice(place?.start, place?.end), 'disabled');
});

test('keys of the same object are known, above and below', () => {
  const place = at('  - name: a\n    |\n    effect: b\n    nested:\n      inner: 1\n  - other: c\n');
  assert.deepEqual([...(place?.present ?? [])].sort(), ['effect', 'name', 'nested']);
  const first = at('  - |\n    effect: b\n  - other: c\n');
  assert.deepEqual([...(first?.present ?? [])], ['effect']);
});

test('the column of a dash belongs to the item above, or to the next item of a list of values', () => {
  for (const [text, lacks, path] of [
    ['  - tags:\n      - name: a\n      |\n', '  ', [0, 'tags', 0]],
    ['  - order:\n      - a\n      |\n', '- ', [0, 'order', 1]],
  ] as const) {
    const place = at(text);
    assert.deepEqual(place && [place.lacks, place.path], [lacks, path], text);
  }
});
