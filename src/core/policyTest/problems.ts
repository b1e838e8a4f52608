import type { TestFix, TestProblem } from './policyTest.ts';

export type Path = TestProblem['path'];

/** Collects what is wrong with a file of tests. */
export class Problems {
  readonly all: TestProblem[] = [];

  /** For `return problems.add(…)` where nothing can be read. */
  add(message: string, path: Path, fixes: readonly TestFix[] = []): undefined {
    this.all.push({ message, path, ...(fixes.length > 0 && { fixes }) });
    return undefined;
  }
}
