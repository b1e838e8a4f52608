import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import { sureRules } from '../../../../src/core/document/sureRules.ts';

const rule = (name: string): string =>
  `  - name: ${name}\n    collections:\n      - name: c\n    blockThreshold:\n      enabled: true\n      value: 7\n`;
const head = 'policyType: containerVulnerability\nrules:\n';
const text = head + rule('a') + rule('b') + rule('c');
const first = '  - name: a\n';

/** What stands in place of the first line of the first rule, and the names of the rules then. */
const broken: readonly (readonly [string, readonly (string | undefined)[]])[] = [
  ['', [undefined, 'b', 'c']],
  ['\n', [undefined, 'b', 'c']],
  ['  # a\n', [undefined, 'b', 'c']],
  ['  -name: a\n', [undefined, 'b', 'c']],
  ['    name: a\n', ['a', 'b', 'c']],
  ['   - name: a\n', ['a', 'b', 'c']],
  ['  x\n  - name: a\n', [undefined, 'a', 'b', 'c']],
];

const namesOf = (document: PolicyDocument): readonly (string | undefined)[] =>
  document.arrays().flatMap(({ rules }) => rules.map(({ slice }) => slice.facts.name));

for (const [by, names] of broken) {
  const found = text.replace(first, by);

  test(`the other rules stay where the first begins with ${JSON.stringify(by)}`, () => {
    const document = readPolicyText(found, 'yaml');
    assert.deepEqual(namesOf(document), names);
    assert.ok(document.hasFatalProblem);
    assert.equal(document.value(), undefined);
    const isSure = sureRules(document);
    const [broken, ...others] = document.arrays().flatMap(({ rules }) => rules);
    assert.ok(broken && !isSure(broken) && others.every(isSure));
  });

  test(`likewise while that is typed, ${JSON.stringify(by)}, until it is right again`, () => {
    for (const step of [1, first.length]) {
      let document = readPolicyText(text, 'yaml');
      const edit = (start: number, end: number, inserted: string): void => {
        document = rereadPolicy(document, [{ start, end, text: inserted }]);
        assert.deepEqual(namesOf(document).slice(-2), ['b', 'c'], JSON.stringify(document.text));
      };
      for (let end = head.length + first.length; end > head.length; end -= step) {
        edit(end - step, end, '');
      }
      for (let at = 0; at < by.length; at += step) {
        edit(head.length + at, head.length + at, by.slice(at, at + step));
      }
      assert.equal(document.text, found);
      edit(head.length, head.length + by.length, first);
      const fresh = readPolicyText(text, 'yaml');
      assert.deepEqual([document.text, document.problems, document.value()], [text, [], fresh.value()]);
    }
  });
}

test('a first rule that was lost is a mistake at its beginning, which says where a rule begins', () => {
  const found = text.replace(first, '');
  const { problems } = readPolicyText(found, 'yaml');
  const start = found.indexOf('collections');
  assert.deepEqual(problems, [
    {
      code: 'syntax',
      message: 'a rule of this list begins with "- " behind 2 spaces',
      range: { start, end: start + 1 },
      fatal: true,
    },
  ]);
});

test('what is no list, and right, stays what it is', () => {
  for (const right of ['rules:\n  a:\n    - b: 1\n', 'rules:\n  a\n  - b\n', 'rules:\n  a:\n  - b: 1\n']) {
    const document = readPolicyText(right, 'yaml');
    assert.deepEqual(document.arrays(), []);
    assert.deepEqual(
      document.problems.map(({ code }) => code),
      ['rules-not-a-list'],
    );
    assert.ok(document.value());
  }
});
