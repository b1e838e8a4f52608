import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { placeInPolicy } from '../../../../src/core/assist/completion/placeInPolicy.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';

const kind = policyKind('vulnerability/images');
const many = 100_000;
const members = Array.from({ length: many }, (_, index) => `"k${index}": 1`).join(', ');

/** Milliseconds of this thread, so that a busy machine does not matter. */
function cost(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

for (const [where, text] of [
  ['a rule', `{"rules": [{${members}}]}`],
  ['the document', `{${members}, "rules": []}`],
] as const) {
  test(`a hundred thousand unknown members of ${where} are checked in time`, () => {
    const document = readPolicyText(text, 'json', kind);
    const checker = new PolicyChecker();
    const spent = cost(() => {
      assert.equal(checker.check(document).at(-1)?.code, 'more-problems');
    });
    assert.ok(spent < 1500, `${spent} ms`);
  });
}

for (const text of [`{"rules": [{"a": ${'['.repeat(many)}`, '{"rules": ['.repeat(many), '['.repeat(many)]) {
  test(`nothing is completed in brackets without end: ${text.slice(0, 12)}`, () => {
    const document = readPolicyText(text, 'json', kind);
    assert.equal(placeInPolicy(document, text.length), undefined);
  });
}

test('a word of a million characters and as many commas do not hold anything up', () => {
  for (const text of [
    `{"rules": [{"a": ${'a'.repeat(1_000_000)}"}]}`,
    `{"rules": [{}x${','.repeat(many)}x]}`,
  ]) {
    let document = readPolicyText(text, 'json', kind);
    const spent = cost(() => {
      placeInPolicy(document, text.length - 5);
      document = rereadPolicy(document, [{ start: 11, end: 11, text: 'x' }]);
    });
    assert.ok(spent < 1500, `${spent} ms`);
  }
});
