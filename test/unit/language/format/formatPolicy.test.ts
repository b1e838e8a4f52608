import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { formatPolicy, type FormatOptions } from '../../../../src/language/format/formatPolicy.ts';
import { PolicyDocument } from '../../../../src/language/policyDocument.ts';
import { applyEdits } from '../../../../src/language/text.ts';
import { writePolicyText } from '../../../../src/language/writePolicy.ts';
import { toPlain } from '../../../../src/model/json.ts';
import type { Spelling } from '../../../../src/model/policyFile.ts';
import { sameValue } from '../../../../src/model/sameValue.ts';
import { policies } from '../arbitraries.ts';

function formatted(text: string, spelling: Spelling, range?: FormatOptions['range']): string {
  const policy = PolicyDocument.read(text, spelling);
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
    const value = (of: string) => PolicyDocument.read(of, 'yaml').value();
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
      const before = PolicyDocument.read(text, spelling);
      const after = formatted(text, spelling);
      const read = PolicyDocument.read(after, spelling);
      assert.ok(sameValue(read.value(), before.value()));
      assert.equal(formatted(after, spelling), after);
    }),
    { numRuns: 300 },
  );
});
