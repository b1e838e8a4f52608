/** Counts the tests of one suite, and prints each result as it comes. */
export class Tally {
  readonly #say: (line: string) => void;
  readonly #printsPasses: boolean;
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Each failed test, with the beginning of its reason. */
  readonly failures: string[] = [];

  /** @param printsPasses also prints a line for each passed test, for suites of few, slow tests */
  constructor(say: (line: string) => void, printsPasses: boolean) {
    this.#say = say;
    this.#printsPasses = printsPasses;
  }

  /** Prints a line that is not about a test. */
  say(line: string): void {
    this.#say(`  ${line}`);
  }

  pass(name: string, seconds?: number): void {
    this.passed++;
    if (this.#printsPasses) {
      this.#say(`  ok    ${name}${seconds === undefined ? '' : ` (${seconds.toFixed(1)} s)`}`);
    }
  }

  fail(name: string, why: string): void {
    this.failed++;
    const lines = [`  FAIL  ${name}`, ...why.split('\n').map((line) => `        ${line}`)];
    lines.slice(0, 41).forEach((line) => this.#say(line));
    this.failures.push(...lines.slice(0, 6));
  }

  skip(name: string, why: string): void {
    this.skipped++;
    this.#say(`  SKIP  ${name}: ${why}`);
  }
}
