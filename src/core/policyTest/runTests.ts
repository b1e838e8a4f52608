import { throwIfCanceled } from '../util/errors.ts';
import { pause } from '../util/inSlices.ts';
import { RegionLimits } from '../order/rulesApplyingIn.ts';
import type { PolicyTest, TestResult, TestedPolicy } from './policyTest.ts';
import { runTest } from './runTest.ts';

/** A test and its result. */
interface TestRun {
  readonly test: PolicyTest;
  readonly result: TestResult;
}

/** The limits of work units for one test and for a whole file; beyond them, the result is unknown. */
const MAX_WORK_OF_TEST = 20_000_000;
const MAX_WORK_OF_FILE = 400_000_000;

/** Runs tests of one policy, and gives way after each. Throws CanceledError. */
export async function runTestsOn(
  policy: TestedPolicy,
  tests: readonly PolicyTest[],
  signal?: AbortSignal,
): Promise<readonly TestRun[]> {
  const runs: TestRun[] = [];
  let left = MAX_WORK_OF_FILE;
  for (const test of tests) {
    const limits = new RegionLimits(Math.min(MAX_WORK_OF_TEST, left));
    runs.push({ test, result: runTest(policy, test, limits) });
    left -= limits.used;
    await pause();
    throwIfCanceled(signal);
  }
  return runs;
}

/** The test results of a policy for the document that a push would send. */
export interface PlannedTests {
  readonly count: number;
  /** The failing tests with their reasons. */
  readonly failing: readonly { readonly name: string; readonly why: string }[];
  /** True when a push with failing tests needs a confirmation by name. */
  readonly mustHold: boolean;
}

/** A test file of the policy. */
export interface TestsOfFile {
  readonly path: string;
  readonly tests: readonly PolicyTest[];
  /** The number of tests in the file: tests that cannot be read count as failing. */
  readonly written: number;
  /** The file is unreadable or names no policy, which counts as one failing test. */
  readonly isUnread?: true;
  /** The first problem of the file. */
  readonly problem?: string;
}

/** Undefined without tests. Throws CanceledError. */
export async function runTestsOfFiles(
  policy: TestedPolicy,
  files: readonly TestsOfFile[],
  { mustHold, signal }: { readonly mustHold: boolean; readonly signal?: AbortSignal | undefined },
): Promise<PlannedTests | undefined> {
  const failing: PlannedTests['failing'][number][] = [];
  let count = 0;
  for (const { path, tests, written, isUnread, problem } of files) {
    const because = problem === undefined ? '' : `: ${problem}`;
    if (isUnread) {
      count += 1;
      failing.push({ name: path, why: `the file cannot be read, or names no policy${because}` });
      continue;
    }
    count += Math.max(written, tests.length);
    for (const { test, result } of await runTestsOn(policy, tests, signal)) {
      if (!result.holds) {
        failing.push({ name: test.name, why: whyNot(result) });
      }
    }
    if (written > tests.length) {
      failing.push({ name: path, why: `${written - tests.length} of its tests cannot be run${because}` });
    }
  }
  return count === 0 ? undefined : { count, failing, mustHold };
}

function whyNot({ outcome, expected, actual }: TestResult): string {
  return outcome === 'unknown'
    ? `Unknown. Expected: ${expected}. ${actual}`
    : `Expected: ${expected}. Instead: ${actual}`;
}
