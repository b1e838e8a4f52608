/** Counts the tests of one suite, and says what happened as it happens. */
export class Tally {
  readonly #say: (line: string) => void;
  readonly #each: boolean;
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Each failed test, with the beginning of its reason. */
  readonly failures: string[] = [];

  /** @param each prints a line for every test that passes, too: for suites of few, slow tests */
  constructor(say: (line: string) => void, each: boolean) {
    this.#say = say;
    this.#each = each;
  }

  /** A line about something that is not a test. */
  say(line: string): void {
    this.#say(`  ${line}`);
  }

  pass(name: string, seconds?: number): void {
    this.passed++;
    if (this.#each) {
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
