import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { formatPolicy } from '../../../../src/core/assist/format/formatPolicy.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits, type TextRange } from '../../../../src/core/document/text.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { toPlain, sameValue } from '../../../../src/core/json/json.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import { policies } from '../../document/arbitraries.ts';
import { oddYaml } from '../../document/edits/oddYaml.ts';
import { policyTexts } from '../../document/edits/policyTexts.ts';
import { dear } from '../../dear.ts';

function formatted(text: string, spelling: Spelling, range?: TextRange): string {
  const policy = readPolicyText(text, spelling);
  const steps = formatPolicy(policy, { tabSize: 2, insertSpaces: true, ...(range && { range }) });
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return applyEdits(text, step.value);
    }
  }
}

test('JSON is laid out anew and keeps its comments', () => {
  assert.equal(
    formatted('{"policyType":"x", // type\n"rules":[{"name":"a","n":1.0},/* next */{"name":"b"}]}', 'json'),
    `{
  "policyType": "x", // type
  "rules": [
    {
      "name": "a",
      "n": 1.0
    }, /* next */
    {
      "name": "b"
    }
  ]
}
`,
  );
});

test('YAML is laid out anew and keeps its comments, quotes and numbers', () => {
  const text = `# on top
policyType:    x   # type
rules:
  # about a
  -   name:   "a"   # its name
      big:   123456789012345678901234567890
      n:  1.0
      empty:
      alertThreshold: {value:   7,disabled: false}
      collections:
            - name:   All

      # about the end
      notes: |
           two
           lines
  - name: b
`;
  assert.equal(
    formatted(text, 'yaml'),
    `# on top
policyType: x   # type
rules:
  # about a
  - name: "a" # its name
    big: 123456789012345678901234567890
    n: 1.0
    empty:
    alertThreshold: {value: 7, disabled: false}
    collections:
      - name: All

    # about the end
    notes: |
      two
      lines
  - name: b
`,
  );
});

test('only rules in the range are laid out', () => {
  const text = 'rules:\n  - name:   a\n  - name:   b\n';
  const at = text.indexOf('b');
  assert.equal(formatted(text, 'yaml', { start: at, end: at }), 'rules:\n  - name:   a\n  - name: b\n');
});

test('CRLF stays', () => {
  assert.equal(
    formatted('rules:\r\n  - name:   a\r\n    b:   [1,2]\r\n', 'yaml'),
    'rules:\r\n  - name: a\r\n    b: [1, 2]\r\n',
  );
  assert.equal(formatted('{\r\n"rules":[]}\r\n', 'json'), '{\r\n  "rules": []\r\n}\r\n');
});

test('broken text stays as it is', () => {
  for (const [spelling, text] of [
    ['json', '{"rules":[{"name":"a"]}'],
    ['json', '{"rules":[{"name":"a",}'],
    ['yaml', 'rules:\n  - name: "a\n'],
    ['yaml', 'rules:\n  - name:   a\n   b: c\n'],
  ] as const) {
    assert.equal(formatted(text, spelling), text);
  }
});

test('anchors, aliases and odd layouts keep their meaning', () => {
  for (const text of [
    'rules:\n  - &a\n    name:   x\n  - *a\n',
    'rules:\n  - name: &n   x\n    notes: *n\n',
    'rules: [{name:   a}, {name: b}]\n',
    'rules:\n- ? name\n  : a\n',
    'rules:\n  - # first\n    name:   a\n',
    'rules:\n  - name: a\n    notes: |+\n      keep\n\n\n  - name: b\n',
    'rules:\n  - name: a\n    date: 2001-01-01\n    yes: no\n    octal: 0o17\n    hex: 0x1F\n',
  ]) {
    const after = formatted(text, 'yaml');
    const value = (of: string) => readPolicyText(of, 'yaml').value();
    assert.ok(sameValue(value(text), value(after)), after);
    assert.equal(formatted(after, 'yaml'), after);
  }
});

const layouts: readonly ((value: Parameters<typeof writePolicyText>[0]) => [Spelling, string])[] = [
  (value) => ['json', writePolicyText(value, 'json').replaceAll(/\n */g, ' ')],
  (value) => ['json', writePolicyText(value, 'json')],
  (value) => ['yaml', writePolicyText(value, 'yaml')],
  (value) => ['yaml', writePolicyText(value, 'yaml').replaceAll(/^( *)- (?=\w)/gm, '$1- # a comment\n$1  ')],
  (value) => ['yaml', writePolicyText(value, 'json')],
  (value) => ['yaml', stringify(toPlain(value), { indent: 4, lineWidth: 40 })],
];

test('formatting changes no data, and twice is once', () => {
  fc.assert(
    fc.property(policies, fc.constantFrom(...layouts), (value, layout) => {
      const [spelling, text] = layout(value);
      const before = readPolicyText(text, spelling);
      const after = formatted(text, spelling);
      const read = readPolicyText(after, spelling);
      assert.ok(sameValue(read.value(), before.value()));
      assert.equal(formatted(after, spelling), after);
    }),
    { numRuns: dear(300) },
  );
});

test('a range may begin inside a line break', () => {
  const text = '{"rules": [\r\n  {"name": "a"}, // c\r\n {"name": "b"}]}';
  const start = text.indexOf('// c') + 5;
  const after = formatted(text, 'json', { start, end: start + 4 });
  assert.ok(after.includes('// c\r\n  {'), after);
});

const runs = Number(process.env['RUNS'] ?? dear(600));

for (const [spelling, texts] of [
  ['yaml', fc.oneof({ weight: 3, arbitrary: oddYaml }, { weight: 1, arbitrary: policyTexts('yaml') })],
  ['json', policyTexts('json')],
] as const satisfies readonly (readonly [Spelling, fc.Arbitrary<string>])[]) {
  test(`an odd file that is formatted says the same with all comments, or stays, with the reason (${spelling})`, () => {
    let changed = 0;
    let refused = 0;
    const ranges = fc.option(fc.tuple(fc.nat(), fc.nat({ max: 40 })));
    fc.assert(
      fc.property(texts, ranges, (text, some) => {
        const start = some ? some[0] % (text.length + 1) : 0;
        const range = some ? { start, end: Math.min(text.length, start + some[1]) } : undefined;
        let after: string;
        try {
          after = formatted(text, spelling, range);
        } catch (error) {
          assert.ok(isExpected(error) && error.code === 'unsafe-edit', String(error));
          refused++;
          return;
        }
        const said = `${text}\n=>\n${after}`;
        const value = (of: string) => readPolicyText(of, spelling).value();
        assert.ok(value(text) === undefined ? after === text : sameValue(value(text), value(after)), said);
        const comments = (of: string) => (of.match(/# c\d+\.|<<\d+>>/g) ?? []).toSorted();
        assert.deepEqual(comments(after), comments(text), said);
        changed += after === text ? 0 : 1;
      }),
      { numRuns: runs },
    );
    assert.ok(changed > runs / 20 && refused < changed / 20, `${changed} changed, ${refused} refused`);
  });
}
