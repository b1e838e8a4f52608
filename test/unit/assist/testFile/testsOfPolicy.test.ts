import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTestFile, testsOfPolicy } from '../../../../src/core/assist/testFile/readTestFile.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

const images = policyKind('vulnerability/images');
assert.ok(images);
const of = (text: string, spelling: Spelling = 'yaml') => {
  const tests = testsOfPolicy(readTestFile(text, spelling), images);
  return tests && (tests.isUnread ? 'unread' : { tests: tests.tests.length, written: tests.written });
};
const good = (policy: string): string =>
  `policy: ${policy}\ntests:\n  - name: a\n    resource: { image: r/a:1 }\n    expect: { rule: x }\n`;

test('tests of a policy are those of its files', () => {
  assert.deepEqual(of(good('vulnerability/images')), { tests: 1, written: 1 });
  assert.equal(of(good('vulnerability/host')), undefined);
});

test('a file that cannot be read holds for no policy that it may be about', () => {
  assert.equal(of(`${good('vulnerability/images')}  - name: "b\n`), 'unread');
  assert.equal(of(good('vulnerability/imagess')), 'unread');
  assert.equal(of('tests: [\n'), 'unread');
  assert.equal(of('{"policy": "vulnerability/images", "tests": [', 'json'), 'unread');
  assert.equal(of(''), 'unread', 'emptied');
  assert.equal(of(' '.repeat(10_000_000)), 'unread', 'too large');
});

test('nothing is said of a file that names another policy', () => {
  assert.equal(of(`${good('vulnerability/host')}  - name: "b\n`), undefined);
});
