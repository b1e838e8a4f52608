import type { PolicyTest } from './policyTest.ts';
import { runTestsSteps } from './runTests.ts';
import type { TestedPolicy } from './testedPolicy.ts';

/** What the tests of a policy say of a document that would be pushed. */
export interface PlannedTests {
  readonly count: number;
  /** Those that do not hold, and why. */
  readonly failing: readonly { readonly name: string; readonly why: string }[];
  /** Whether a push over failing ones has to be confirmed by name. */
  readonly mustHold: boolean;
}

/** A file of tests of the policy. */
export interface TestsOfFile {
  readonly path: string;
  readonly tests: readonly PolicyTest[];
  /** How many are written: those that cannot be read do not hold. */
  readonly written: number;
  /** It cannot be read, or names no policy: that counts as one test that does not hold. */
  readonly isUnread?: true;
  /** The first of what is wrong in it. */
  readonly problem?: string;
}

/** Undefined where there are none. */
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
  return `${outcome === 'unknown' ? 'unknown; ' : ''}expected ${expected}; ${actual}`;
}
