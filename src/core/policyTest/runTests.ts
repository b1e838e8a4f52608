import { RegionLimits } from '../order/rulesApplyingIn.ts';
import type { PolicyTest } from './policyTest.ts';
import { runTest } from './runTest.ts';
import type { TestedPolicy } from './testedPolicy.ts';
import type { TestResult } from './testResult.ts';

/** A test and its result. */
export interface TestRun {
  readonly test: PolicyTest;
  readonly result: TestResult;
}

/** The limits of work units for one test and for a whole file; beyond them, the result is unknown. */
const MAX_WORK_OF_TEST = 20_000_000;
const MAX_WORK_OF_FILE = 400_000_000;

/** Runs tests of one policy, and gives way after each. */
export function* runTestsSteps(
  policy: TestedPolicy,
  tests: readonly PolicyTest[],
): Generator<void, readonly TestRun[], void> {
  const runs: TestRun[] = [];
  let left = MAX_WORK_OF_FILE;
  for (const test of tests) {
    const limits = new RegionLimits(Math.min(MAX_WORK_OF_TEST, left));
    runs.push({ test, result: runTest(policy, test, limits) });
    left -= limits.used;
    yield;
  }
  return runs;
}
