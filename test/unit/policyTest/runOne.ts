import assert from 'node:assert/strict';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import type { KnownCollections } from '../../../src/core/policy/collections.ts';
import { readTestFile } from '../../../src/core/assist/testFile/readTestFile.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { readTests } from '../../../src/core/policyTest/readTests.ts';
import { runTest } from '../../../src/core/policyTest/runTest.ts';
import { testedPolicy, type TestResult } from '../../../src/core/policyTest/policyTest.ts';
import { must } from '../order/truth.ts';

/** Runs one test of a policy that is given as data. */
export function runOne(
  policy: string,
  document: object,
  test: object,
  collections: KnownCollections = new Map(),
): TestResult {
  const { tests, problems } = readTests({ policy, tests: [{ name: 'a', ...test }] });
  assert.deepEqual(problems, []);
  const kind = must(policyKind(policy));
  return runTest(testedPolicy(kind, fromPlain(document) as JsonObject, collections), must(tests[0]));
}

/** The problems of a test, each at its place below the test. */
export function problemsOf(policy: string, test: object): readonly string[] {
  const text = JSON.stringify({ policy, tests: [{ name: 'a', ...test }] });
  const { tests, diagnostics } = readTestFile(text, 'json');
  assert.deepEqual(tests, []);
  return diagnostics.map(({ message, data }) => {
    const { path } = data as { readonly path: readonly (string | number)[] };
    return `${path.slice(2).join('.')}: ${message}`;
  });
}
