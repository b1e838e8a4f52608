import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { ruleCopies, duplicateRules } from '../../../../src/core/document/ruleListEdits.ts';
import { updatePolicyText, writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { moveRules, removeRules } from '../../../../src/core/document/ruleEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import { isJsonArray, type JsonObject } from '../../../../src/core/json/json.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { moveIndices } from '../../../../src/core/policy/reorder.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import { policies } from '../arbitraries.ts';
import { commentsOf, policyTexts, rulesOf } from './policyTexts.ts';
import { dear } from '../../dear.ts';

function move(text: string, spelling: Spelling, indices: readonly number[], to: number): string {
  const document = readPolicyText(text, spelling);
  return applyEdits(text, moveRules(document, 'rules', indices, to));
}

function moveOrRefuse(
  text: string,
  spelling: Spelling,
  indices: readonly number[],
  to: number,
): string | undefined {
  try {
    return move(text, spelling, indices, to);
  } catch (error) {
    assert.ok(isExpected(error) && error.code === 'unsafe-edit');
    return undefined;
  }
}

const moves = fc.record({
  indices: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 }),
  to: fc.nat({ max: 6 }),
});

/** Characters other than white space and commas, which may be needed at an end of the list. */
function substance(text: string): string {
  return Array.from(text.replaceAll(/[\s,]/g, '')).sort().join('');
}

for (const spelling of ['json', 'yaml'] as const) {
  test(`the value is the permuted value, whatever the format (${spelling})`, () => {
    fc.assert(
      fc.property(policyTexts(spelling), moves, (text, { indices, to }) => {
        const before = readPolicyText(text, spelling);
        assert.deepEqual(
          before.problems.filter((problem) => problem.fatal),
          [],
          text,
        );
        const rules = rulesOf(before);
        const known = indices.filter((index) => index < rules.length);
        const gap = Math.min(to, rules.length);
        const after = moveOrRefuse(text, spelling, known, gap);
        if (after === undefined) {
          assert.match(text, /kept/);
          return;
        }
        const read = readPolicyText(after, spelling);
        assert.deepEqual(
          read.problems.filter((problem) => problem.fatal),
          [],
          `${text}\n=>\n${after}`,
        );
        const order = moveIndices(rules.length, known, gap);
        assert.deepEqual(
          rulesOf(read),
          order.map((index) => rules[index]),
          `${text}\n=>\n${after}`,
        );
        assert.equal(substance(after), substance(text));
        assert.deepEqual(commentsOf(after).sort(), commentsOf(text).sort());
        const rest = [...(before.value() as JsonObject)].filter(([key]) => key !== 'rules');
        assert.deepEqual(
          [...(read.value() as JsonObject)].filter(([key]) => key !== 'rules'),
          rest,
        );
      }),
      { numRuns: dear(600) },
    );
  });

  test(`move and move back restores a uniform text exactly (${spelling})`, () => {
    fc.assert(
      fc.property(policies, fc.nat(), fc.nat(), fc.boolean(), (value, a, b, crlf) => {
        const rules = value.get('rules');
        const length = isJsonArray(rules) ? rules.length : 0;
        fc.pre(length > 1);
        const text = writePolicyText(value, spelling).replaceAll('\n', crlf ? '\r\n' : '\n');
        const from = a % length;
        const place = b % length;
        const there = move(text, spelling, [from], place > from ? place + 1 : place);
        const back = move(there, spelling, [place], from > place ? from + 1 : from);
        assert.equal(back, text);
      }),
      { numRuns: dear(300) },
    );
  });
}

test('comments above and behind a rule travel with it, others stay', () => {
  const text = `{
  "rules": [ // in order
    // about a
    { "name": "a" }, // behind a

    // a section

    /* about b,
       two lines */
    { "name": "b" }, /* behind b */
    { "name": "c" } // last
    // end of the list
  ]
}
`;
  assert.equal(
    move(text, 'json', [2], 0),
    `{
  "rules": [ // in order
    { "name": "c" }, // last
    // about a
    { "name": "a" }, // behind a

    // a section

    /* about b,
       two lines */
    { "name": "b" } /* behind b */
    // end of the list
  ]
}
`,
  );
  assert.equal(
    move(text, 'json', [0], 3),
    `{
  "rules": [ // in order
    // a section

    /* about b,
       two lines */
    { "name": "b" }, /* behind b */
    { "name": "c" }, // last
    // about a
    { "name": "a" } // behind a
    // end of the list
  ]
}
`,
  );
});

test('comments travel in YAML too, in block and in flow style', () => {
  const block = `rules: # in order
  # about a
  - name: a # behind a
    # still about a

  # a section

  # about b
  - name: b
    notes: |
      # not a comment
  - name: c
policyType: x`;
  assert.equal(
    move(block, 'yaml', [1], 0),
    `rules: # in order
  # about b
  - name: b
    notes: |
      # not a comment
  # about a
  - name: a # behind a
    # still about a

  # a section

  - name: c
policyType: x`,
  );
  const flow = `{rules: [{name: a}, # behind a
  # about b
  {name: b}, {name: c}]}`;
  assert.deepEqual(rulesOf(readPolicyText(move(flow, 'yaml', [0, 2], 2), 'yaml')).length, 3);
  assert.equal(
    move(flow, 'yaml', [1], 0),
    `{rules: [
  # about b
  {name: b}, {name: a}, # behind a
  {name: c}]}`,
  );
});

test('rules on one line and leading commas keep their style', () => {
  assert.equal(
    move('{"rules":[{"name":"a"},{"name":"b"},{"name":"c"}]}', 'json', [2], 0),
    '{"rules":[{"name":"c"},{"name":"a"},{"name":"b"}]}',
  );
  assert.equal(move('{"rules":[ 1, 2, 3 ]}', 'json', [0], 3), '{"rules":[ 2, 3, 1 ]}');
  assert.equal(move('{"rules":[\n  1\n, 2\n, 3\n]}', 'json', [2], 1), '{"rules":[\n  1\n, 3\n, 2\n]}');
});

test('several rules keep their order and may stand on both sides of the gap', () => {
  const text = '{"rules": [0, 1, 2, 3, 4, 5]}';
  assert.equal(move(text, 'json', [4, 1], 3), '{"rules": [0, 2, 1, 4, 3, 5]}');
  assert.equal(move(text, 'json', [5, 0], 0), '{"rules": [0, 5, 1, 2, 3, 4]}');
  assert.equal(move(text, 'json', [1, 2], 2), text);
});

test('moving one rule among 10 000 edits that text only', () => {
  for (const spelling of ['json', 'yaml'] as const) {
    const value: JsonObject = new Map([
      [
        'rules',
        Array.from(
          { length: 10_000 },
          (_, index) =>
            new Map([
              ['name', `rule ${index}`],
              ['effect', 'alert'],
            ]),
        ),
      ],
    ]);
    const text = writePolicyText(value, spelling);
    const document = readPolicyText(text, spelling);
    const edits = moveRules(document, 'rules', [9_999], 0);
    const size = edits.reduce((sum, edit) => sum + edit.text.length + edit.end - edit.start, 0);
    const rule = document.array('rules')?.rules[9_999]?.range ?? { start: 0, end: 0 };
    assert.ok(size <= 2 * (rule.end - rule.start) + 40, `${size}`);
    assert.equal(
      readPolicyText(applyEdits(text, edits), spelling).array('rules')?.rules[0]?.facts.name,
      'rule 9999',
    );
  }
});

test('rules whose comma is below a comment are moved, copied and removed', () => {
  const text = `{"rules": [
  {"name": "a"} // about a
  , {"name": "b"} // about b
  // more

  // of nobody
  , {"name": "c"}
]}`;
  const document = readPolicyText(text, 'json');
  const named = (edits: readonly TextEdit[]): string => {
    const after = readPolicyText(applyEdits(text, edits), 'json');
    assert.deepEqual(after.problems, [], after.text);
    const names = (after.array('rules')?.rules ?? []).map(({ facts }) => facts.name).join('');
    // The comment goes with its neighbors.
    assert.equal(after.text.match(/\/\/ of nobody/g)?.length, names === 'a' ? undefined : 1);
    return names;
  };
  for (const [indices, to, order] of [
    [[0], 3, 'bca'],
    [[1], 0, 'bac'],
    [[1], 3, 'acb'],
    [[2], 0, 'cab'],
    [[0, 2], 1, 'acb'],
    [[1, 2], 0, 'bca'],
  ] as const) {
    assert.equal(named(moveRules(document, 'rules', indices, to)), order);
  }
  for (const [indices, left] of [
    [[0], 'bc'],
    [[1], 'ac'],
    [[2], 'ab'],
    [[0, 2], 'b'],
    [[1, 2], 'a'],
  ] as const) {
    assert.equal(named(removeRules(document, 'rules', indices)), left);
  }
  const copies = ruleCopies(document, 'rules', [0, 1, 2]);
  assert.equal(named(duplicateRules(document, 'rules', copies)), 'aa (copy)bb (copy)cc (copy)');
});

test('several rules above a rule that moves keep their comments and blank lines, also in a merge', () => {
  const text = `rules:
  # about a
  - name: a

  - name: b # behind b

  # a section

  - name: c
`;
  const document = readPolicyText(text, 'yaml');
  const [a, b, c] = rulesOf(document);
  const next = new Map([['rules', [c!, a!, b!]]]);
  assert.equal(
    applyEdits(text, updatePolicyText(document, next)),
    `rules:
  - name: c
  # about a
  - name: a

  - name: b # behind b

  # a section
`,
  );
});
