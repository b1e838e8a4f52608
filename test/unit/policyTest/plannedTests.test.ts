import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../src/core/policy/families.ts';
import { plannedTestsSteps, type TestsOfFile } from '../../../src/core/policyTest/plannedTests.ts';
import { testedPolicy } from '../../../src/core/policyTest/testedPolicy.ts';
import { finished } from '../../../src/core/util/finished.ts';

const kind = policyKind('vulnerability/images');
assert.ok(kind);
const policy = testedPolicy(kind, new Map(), new Map());
const planned = (...files: readonly TestsOfFile[]) => finished(plannedTestsSteps(policy, files, true));

test('a file that cannot be read counts as one test that does not hold', () => {
  assert.deepEqual(planned({ path: 'a.yaml', tests: [], written: 7, isUnread: true }), {
    count: 1,
    failing: [{ name: 'a.yaml', why: 'the file cannot be read, or names no policy' }],
    mustHold: true,
  });
});

test('tests that cannot be read do not hold, and no file says nothing', () => {
  assert.deepEqual(planned({ path: 'a.yaml', tests: [], written: 2 })?.failing, [
    { name: 'a.yaml', why: '2 of its tests cannot be run' },
  ]);
  assert.equal(planned(), undefined);
});
