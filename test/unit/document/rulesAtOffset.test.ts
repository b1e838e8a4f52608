import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { rulePlaceAt, rulesTouching } from '../../../src/core/document/rulesAtOffset.ts';
import { policyKind } from '../../../src/core/policy/families.ts';

const kind = policyKind('vulnerability/images');
const texts: Readonly<Record<string, string>> = {
  YAML: 'rules:\n  # first\n  - name: a\n    collections:\n      - name: All\n\n  - name: b\n    collections:\n      - name: All\n',
  'YAML, tight': 'rules:\n- name: a\n  collections: [{name: All}]\n- name: b\n  collections: [{name: All}]\n',
  'YAML with CRLF': 'rules:\r\n  -   name: a\r\n      notes: x\r\n  -   name: b\r\n      notes: x\r\n',
  JSON: '{\n  "rules": [\n    {\n      "name": "a"\n    },\n\t{\n      "name": "b"\n    }\n  ]\n}\n',
};

for (const [spelling, text] of Object.entries(texts)) {
  const policy = readPolicyText(text, spelling.startsWith('JSON') ? 'json' : 'yaml', kind);
  const view = policy.arrays()[0];
  assert.ok(view);
  const { rules } = view;

  test(`every place of the lines of a rule is in it, from the first column on (${spelling})`, () => {
    assert.equal(rules.length, 2);
    for (const { index, range } of rules) {
      const first = text.lastIndexOf('\n', range.start - 1) + 1;
      for (let at = first; at <= range.end; at++) {
        assert.deepEqual(rulePlaceAt(policy, at), { array: 'rules', index }, `at ${at}`);
        assert.deepEqual(
          rulesTouching(policy, view, at, at).map((rule) => rule.index),
          [index],
          `at ${at}`,
        );
      }
    }
  });

  test(`what ends in front of a rule does not touch it (${spelling})`, () => {
    const [one, two] = rules;
    assert.ok(one && two);
    const line = text.lastIndexOf('\n', two.range.start - 1) + 1;
    const touched = rulesTouching(policy, view, one.range.start, line);
    assert.deepEqual(
      touched.map(({ index }) => index),
      [0],
    );
    assert.equal(rulePlaceAt(policy, 2), undefined);
  });
}

test('of no policy there is no rule', () => {
  assert.equal(rulePlaceAt(undefined, 0), undefined);
});
