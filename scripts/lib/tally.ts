/** Counts the tests of one suite, and says what happened as it happens. */
export class Tally {
  readonly #say: (line: string) => void;
  readonly #each: boolean;
  passed = 0;
  failed = 0;
  skipped = 0;

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
    this.#say(`  FAIL  ${name}`);
    for (const line of why.split('\n').slice(0, 40)) {
      this.#say(`        ${line}`);
    }
  }

  skip(name: string, why: string): void {
    this.skipped++;
    this.#say(`  SKIP  ${name}: ${why}`);
  }
}
