import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

/** `‹mine|theirs›` is a conflict, as git writes it. */
function conflicting(text: string): string {
  return text.replaceAll(
    /^‹([^|]*)\|([^›]*)›\n/gm,
    (_, mine: string, theirs: string) => `<<<<<<< HEAD\n${mine}=======\n${theirs}>>>>>>> feature\n`,
  );
}

const texts: Readonly<Record<string, readonly [Spelling, string]>> = {
  'rules in YAML': ['yaml', 'rules:\n‹  - name: a\n|  - name: b\n›\n  - name: q\n'],
  'a member in YAML': ['yaml', 'rules:\n  - name: a\n‹    effect: a\n|    effect: b\n›\n  - name: q\n'],
  'the middle of a rule in YAML': [
    'yaml',
    'rules:\n  - name: a\n‹    effect: a\n|    effect: b\n›\n    disabled: false\n    notes: x\n  - name: q\n',
  ],
  'a text in YAML': [
    'yaml',
    'rules:\n  - name: a\n    notes: |\n      x\n‹      y\n|      z\n›\n  - name: q\n',
  ],
  'the top in YAML': ['yaml', '‹policyType: x\n|policyType: y\n›\nrules:\n  - name: q\n'],
  'the end in YAML': ['yaml', 'rules:\n  - name: q\n‹notes: x\n|notes: y\n›\n'],
  'rules in JSON': [
    'json',
    '{\n  "rules": [\n‹    {"name": "a"},\n|    {"name": "b"},\n›\n    {"name": "q"}\n  ]\n}\n',
  ],
  'a member in JSON': [
    'json',
    '{\n  "rules": [\n    {"name": "a",\n‹     "effect": 1\n|     "effect": 2\n›\n    }\n  ]\n}\n',
  ],
  'the last rule in JSON': [
    'json',
    '{\n  "rules": [\n    {"name": "q"},\n‹    {"name": "a"}\n|    {"name": "b"}\n›\n  ]\n}\n',
  ],
};

for (const [what, [spelling, marked]] of Object.entries(texts)) {
  // The line break behind the sign belongs to the pattern.
  const text = conflicting(marked);
  const start = text.indexOf('<<<<<<<');

  test(`a conflict of git over ${what} is one problem, at its beginning`, () => {
    assert.ok(start >= 0);
    const { problems } = readPolicyText(text, spelling);
    const [first] = problems;
    assert.match(first?.message ?? '', /git conflict/);
    assert.deepEqual(first?.range, { start, end: start + '<<<<<<< HEAD'.length });
    assert.ok(first?.fatal);
    assert.equal(problems.length, 1, JSON.stringify(problems));
  });

  test(`a conflict of git over ${what} is settled by taking the markers and a side away`, () => {
    let document = readPolicyText(text, spelling);
    const lines = text.split('\n');
    const [from, middle, to] = ['<<<<<<<', '=======', '>>>>>>>'].map((marker) =>
      lines.findIndex((line) => line.startsWith(marker)),
    ) as [number, number, number];
    const offset = (line: number): number => lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
    document = rereadPolicy(document, [{ start: offset(middle), end: offset(to + 1), text: '' }]);
    document = rereadPolicy(document, [{ start: offset(from), end: offset(from + 1), text: '' }]);
    assert.deepEqual(document.problems, []);
    assert.ok(document.value());
    // And it comes back as it was.
    document = rereadPolicy(document, [{ start: 0, end: document.length, text }]);
    assert.deepEqual(document.problems, readPolicyText(text, spelling).problems);
  });
}

test('two conflicts are two problems', () => {
  const text = conflicting(
    'rules:\n  - name: a\n‹    effect: a\n|    effect: b\n›\n    x: 1\n‹    y: 1\n|    y: 2\n›\n  - name: q\n',
  );
  for (const { message } of readPolicyText(text, 'yaml').problems) {
    assert.match(message, /git conflict/);
  }
});

test('what only looks like a marker is no conflict', () => {
  for (const text of [
    'rules:\n  - name: a\n======== x\n',
    'rules: [\n<<<<<<<\n',
    'x: <<<<<<< HEAD\n= y\n',
    '<<<<<<<HEAD',
  ]) {
    const { problems } = readPolicyText(text, 'yaml');
    assert.ok(!problems.some(({ message }) => message.includes('conflict of git')), text);
  }
});
