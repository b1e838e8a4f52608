import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { dear } from '../../dear.ts';

const text = `rules:
  - name: a
    collections: [{name: All}]
    cveRules:
      - {id: CVE-1, effect: "ignore"}
    notes: |
      text
      more
  - name: b
`;
const marks =
  `- |: |, |{|}|[|]|"|'|\n|\n  |\n    |#| #|&a |*a|!t |!t!|>|%|@|\`|?|\\|\\q|---|...|\t|a|1| `.split('|');

test('a mistake of YAML is named in plain words, not in those of a parser', () => {
  const named = new Set<string>();
  fc.assert(
    fc.property(fc.nat(text.length), fc.constantFrom(...marks, '|'), fc.nat(2), (at, mark, gone) => {
      const broken = text.slice(0, at) + mark + text.slice(at + gone);
      for (const { message } of readPolicyText(broken, 'yaml').problems) {
        named.add(message);
        assert.doesNotMatch(
          message,
          /\b(?:scalar|flow|implicit|node|token|sequence|mapping|indicator|directives-end|block)\b/i,
          broken,
        );
      }
    }),
    { numRuns: dear(3000) },
  );
  assert.ok(named.size > 15, [...named].join('\n'));
});

test('a field that is indented too much is marked itself, not the value above it', () => {
  for (const [spelling, broken] of [
    ['yaml', 'rules:\n  - name: a\n    graceDays: 0\n      bad: []\n    effect: alert\n'],
    ['json', '{"rules": [{"name": "a",\n"graceDays": 0\n  "bad": [],\n"effect": "alert"}]}'],
  ] as const) {
    const { problems } = readPolicyText(broken, spelling);
    assert.deepEqual(
      problems.map(({ range }) => range.start),
      [broken.search(/"?bad/)],
      spelling,
    );
  }
});
