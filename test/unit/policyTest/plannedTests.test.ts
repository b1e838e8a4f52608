import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../src/core/policy/families.ts';
import { runTestsOfFiles, type TestsOfFile } from '../../../src/core/policyTest/runTests.ts';
import { testedPolicy } from '../../../src/core/policyTest/policyTest.ts';
import { readTestFile, testsOfPolicy } from '../../../src/core/assist/testFile/readTestFile.ts';
import { must } from '../order/truth.ts';

const kind = policyKind('vulnerability/images');
assert.ok(kind);
const policy = testedPolicy(kind, new Map(), new Map());
const planned = (...files: readonly TestsOfFile[]) => runTestsOfFiles(policy, files, { mustHold: true });

test('a file that cannot be read counts as one test that does not hold', async () => {
  assert.deepEqual(await planned({ path: 'a.yaml', tests: [], written: 7, isUnread: true }), {
    count: 1,
    failing: [{ name: 'a.yaml', why: 'the file cannot be read, or names no policy' }],
    mustHold: true,
  });
});

test('tests that cannot be read do not hold, and no file says nothing', async () => {
  assert.deepEqual((await planned({ path: 'a.yaml', tests: [], written: 2 }))?.failing, [
    { name: 'a.yaml', why: '2 of its tests cannot be run' },
  ]);
  assert.equal(await planned(), undefined);
});

test('of tests that cannot be run it says what is wrong with the first', async () => {
  const text =
    'policy: vulnerability/images\ntests:\n  - name: one\n    every: { image: a }\n    expect: { blocks: never }\n';
  const [broken, unread] = [text, 'tests: [{ name: one }'].map((each) =>
    must(testsOfPolicy(readTestFile(each, 'yaml'), kind)),
  );
  const run = await planned({ path: 'a.yaml', ...must(broken) }, { path: 'b.yaml', ...must(unread) });
  const whys = run?.failing.map(({ why }) => why);
  assert.equal(whys?.length, 2);
  assert.match(whys[0] ?? '', /^1 of its tests cannot be run: \S.*image/);
  assert.match(whys[1] ?? '', /^the file cannot be read, or names no policy: \S/);
});
