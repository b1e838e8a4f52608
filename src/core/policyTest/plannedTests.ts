import type { PolicyTest } from './policyTest.ts';
import { runTestsSteps } from './runTests.ts';
import type { TestedPolicy } from './testedPolicy.ts';

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

/** Undefined without tests. */
export function* plannedTestsSteps(
  policy: TestedPolicy,
  files: readonly TestsOfFile[],
  mustHold: boolean,
): Generator<void, PlannedTests | undefined, void> {
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
    for (const { test, result } of yield* runTestsSteps(policy, tests)) {
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

function whyNot({
  outcome,
  expected,
  actual,
}: {
  outcome: string;
  expected: string;
  actual: string;
}): string {
  return outcome === 'unknown'
    ? `Unknown. Expected: ${expected}. ${actual}`
    : `Expected: ${expected}. Instead: ${actual}`;
}
