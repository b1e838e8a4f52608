import type { TestContext } from 'node:test';

/**
 * Does something when the test is over, and forgets it then. The runner keeps what it is given until all tests of its process are
 * done, and with it all that can be reached from there: hundreds of consoles with their policies.
 */
export function afterwards(t: Pick<TestContext, 'after'>, undo: () => unknown): void {
  let left: (() => unknown) | undefined = undo;
  t.after(async () => {
    const work = left;
    left = undefined;
    await work?.();
  });
}
