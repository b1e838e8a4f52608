import type { TestProblem } from './policyTest.ts';

export type Path = TestProblem['path'];

/** Collects what is wrong with a file of tests. */
export class Problems {
  readonly all: TestProblem[] = [];

  /** For `return problems.add(…)` where nothing can be read. */
  add(message: string, path: Path): undefined {
    this.all.push({ message, path });
    return undefined;
  }
}
