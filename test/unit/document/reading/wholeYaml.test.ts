import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { valueOfNode } from '../../../../src/core/document/syntaxNode.ts';
import { problemsOfNode, type StructureProblem } from '../../../../src/core/document/reading/problems.ts';
import { readWithLibrary } from '../../../../src/core/document/yaml/libraryYaml.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../../src/core/json/json.ts';
import { policyTexts } from '../edits/policyTexts.ts';

/** Reading in pieces says what reading the whole text with the library says. */
function assertAsWhole(text: string): void {
  const document = readPolicyText(text, 'yaml');
  const { root, problems } = readWithLibrary(text);
  const found: StructureProblem[] = [...problems];
  if (root) {
    problemsOfNode(root, found);
  }
  const value = root && valueOfNode(root);
  const right = isJsonObject(value) && !found.some((each) => each.fatal);
  assert.equal(
    document.value() !== undefined,
    right,
    `${JSON.stringify(text)}\n${JSON.stringify(found)}\n${JSON.stringify(document.problems)}`,
  );
  if (right) {
    assert.deepEqual(document.value(), value, JSON.stringify(text));
    for (const { key, rules } of document.arrays()) {
      const list: JsonValue | undefined = value.get(key);
      const items: readonly JsonValue[] = isJsonArray(list) ? list : [];
      assert.deepEqual(
        rules.map((rule) => rule.value()),
        items,
      );
      for (const rule of rules) {
        assert.equal(document.text.slice(rule.range.start, rule.range.end), rule.slice.text);
      }
    }
  }
}

const lines = [
  'rules:',
  'rules: # c',
  'hostRules:',
  'rules: []',
  'policyType: x',
  '"rules":',
  '- name: a',
  '- name: b # c',
  '  effect: x',
  '-',
  '- - x',
  '- [a, b]',
  'x',
  'x: y',
  'x: "y',
  'y"',
  '# c',
  '',
  '  notes: |',
  '    text',
  '---',
  '...',
  '- &a b',
  '- *a',
  '- <<: *a',
  'k: &a {x: 1}',
  '- {name: a}',
  '- {name: a',
  '}',
  '} # x: y',
  ']',
  '- [a',
  '---x',
  'k: *a',
  '- name: *b',
  'x: [a',
  '- &b x',
  'rules: {a: 1}',
  '? x',
  '- !t x',
  '%YAML 1.2',
  '\t',
  '- "a',
  'b"',
  '- >',
  '- |+',
  '  - x',
];

test('a list behind an explicit key belongs to nothing and is a problem', () => {
  for (const text of [
    'rules:\n- name: a\n? x\n- "a\n',
    'rules:\n- name: a\n? x\n- b\n',
    '? x\n- b\n: y\n',
    'rules:\n- name: a\n  k:\n    ? x\n    - b\n',
  ]) {
    assertAsWhole(text);
    assert.equal(readPolicyText(text, 'yaml').value(), undefined, text);
  }
});

test('a bracket that closes as far out as its rule begins belongs to the rule', () => {
  for (const text of ['rules:\n  - {name: a\n  }\n', 'rules:\n  - name: x\n  - [a\n\n  ] # c\nk: v\n']) {
    assertAsWhole(text);
  }
});

test('reading in pieces and reading the whole agree on soups of lines', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 2, 2, 4, 1), fc.constantFrom(...lines)), { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      (parts, lineBreak, last) => {
        assertAsWhole(
          parts.map(([indent, line]) => ' '.repeat(indent) + line).join(lineBreak) + (last ? lineBreak : ''),
        );
      },
    ),
    { numRuns: 5000 },
  );
});

test('and on policies in all formats', () => {
  fc.assert(fc.property(policyTexts('yaml'), assertAsWhole), { numRuns: 400 });
});

test('anchors may be shared between rules', () => {
  const document = readPolicyText(
    'common: &c [{name: All}]\nrules:\n  - name: a\n    collections: *c\n  - &b\n    name: b\n    effect: alert\n  - <<: *b\n    name: c\n',
    'yaml',
  );
  assert.deepEqual(document.problems, []);
  assert.deepEqual(
    document
      .arrays()[0]
      ?.rules.map((rule) => [
        rule.facts.name,
        (rule.value() as JsonObject).get('effect'),
        rule.facts.collections,
      ]),
    [
      ['a', undefined, ['All']],
      ['b', 'alert', []],
      ['c', 'alert', []],
    ],
  );
});
