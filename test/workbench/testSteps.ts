import { after, before, test } from 'node:test';
import type { Step } from './mainJob.ts';
import type { Session } from './session.ts';

/** Makes a test of every step. They go on in one window, so the ones after a failure fail, too. */
export function testSteps(what: string, steps: readonly Step[], open: () => Promise<Session>): void {
  let session: Session | undefined;
  let failed = false;

  before(async () => {
    session = await open();
  });

  after(() => session?.dispose());

  for (const step of steps) {
    test(`${what} ${step.name}`, async () => {
      if (failed || session === undefined) {
        throw new Error('the step before this failed');
      }
      try {
        await step.run(session, () => Promise.resolve());
      } catch (error) {
        failed = true;
        console.log(`the window looked like this: ${await session.picture(`${what} ${step.name}`)}`);
        throw error;
      }
    });
  }
}
