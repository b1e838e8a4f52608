import type { TestContext } from 'node:test';

/** The clock is at 0 when something begins to wait, and far ahead whenever it looks again. */
export function endPatience(t: TestContext): void {
  let looks = 0;
  t.mock.method(performance, 'now', () => looks++ * 3_600_000);
}
